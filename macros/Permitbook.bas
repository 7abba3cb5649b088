Attribute VB_Name = "Permitbook"
Option Explicit

' The buttons of the Permits tab, one Sub each; permitbook/buttons.py lists them. No rule is written here: a button
' gives its name to Python, which does the work on this workbook and says in one box what came of it.

Private Const MADE_FOR As String = "0.1.0"

Public Sub CheckAll(control As IRibbonControl)
    Press "CheckAll"
End Sub

Public Sub CheckRow(control As IRibbonControl)
    Press "CheckRow"
End Sub

Public Sub Explain(control As IRibbonControl)
    Press "Explain"
End Sub

Public Sub OpenForm(control As IRibbonControl)
    Press "OpenForm"
End Sub

Public Sub SaveForm(control As IRibbonControl)
    Press "SaveForm"
End Sub

Public Sub Refer(control As IRibbonControl)
    Press "Refer"
End Sub

Public Sub Issue(control As IRibbonControl)
    Press "Issue"
End Sub

Public Sub Deny(control As IRibbonControl)
    Press "Deny"
End Sub

Public Sub OfferAlternate(control As IRibbonControl)
    Press "OfferAlternate"
End Sub

Public Sub Revoke(control As IRibbonControl)
    Press "Revoke"
End Sub

Public Sub SuggestDates(control As IRibbonControl)
    Press "SuggestDates"
End Sub

Public Sub CalendarFile(control As IRibbonControl)
    Press "CalendarFile"
End Sub

Public Sub MonthlySummary(control As IRibbonControl)
    Press "MonthlySummary"
End Sub

Public Sub OpenSettings(control As IRibbonControl)
    Show "Settings"
End Sub

Public Sub OpenHelp(control As IRibbonControl)
    Show "Help"
End Sub

' A sheet can have been hidden, renamed or deleted.
Private Sub Show(sheet As String)
    On Error GoTo Missing
    ThisWorkbook.Worksheets(sheet).Visible = xlSheetVisible
    ThisWorkbook.Worksheets(sheet).Activate
    Exit Sub
Missing:
    MsgBox "The sheet " & sheet & " cannot be shown. If it was renamed, give it back its name; if it was deleted, save and close the workbook and run: permitbook upgrade """ & ThisWorkbook.Name & """", vbExclamation, "Permits"
End Sub

' macros/README.md says why there are two ways into Python, and which is taken.
Private Sub Press(button As String)
    If GetConfig("ENTER PYTHON BY", "") = "Module" Then
        RunFrozenPython GetConfig("INTERPRETER_WIN", ""), "-P -m permitbook.click " & button & " " & MADE_FOR & " " & XLWINGS_VERSION
    Else
        RunPython "import permitbook.click; permitbook.click.press('" & button & "', '" & MADE_FOR & "', '" & XLWINGS_VERSION & "')"
    End If
End Sub

' Excel for Mac writes a copy only when it is asked from within.
Public Sub SaveCopy(path As String)
    ThisWorkbook.SaveCopyAs path
End Sub
