Attribute VB_Name = "Permitbook"
Option Explicit

' The buttons of the Permits tab, one Sub each; permitbook/actions.py lists them.

Public Sub OpenSettings(control As IRibbonControl)
    ThisWorkbook.Worksheets("Settings").Activate
End Sub

Public Sub OpenHelp(control As IRibbonControl)
    ThisWorkbook.Worksheets("Help").Activate
End Sub
