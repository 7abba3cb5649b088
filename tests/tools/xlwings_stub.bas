Attribute VB_Name = "xlwings"
Option Explicit

' Stands where xlwings' own module does, whose compiler directives LibreOffice's Basic does not know: what would be run is
' written into the last column of the hidden sheet, one below the other.

Public Const XLWINGS_VERSION As String = "0.37.8"

Public Function GetConfig(configKey As String, Optional otherwise As String = "") As Variant
    GetConfig = otherwise
    If configKey = "ENTER PYTHON BY" Then GetConfig = ThisWorkbook.Worksheets("xlwings.conf").Range("AZ1").Value
    If configKey = "INTERPRETER_WIN" Then GetConfig = "C:\Permits\python.exe"
End Function

Public Sub RunPython(PythonCommand As String)
    Record PythonCommand
End Sub

Public Sub RunFrozenPython(Executable As String, Optional Args As String)
    Record Executable & " " & Args
End Sub

Private Sub Record(told As String)
    Dim row As Long
    row = ThisWorkbook.Worksheets("xlwings.conf").Range("BA1").Value + 2
    ThisWorkbook.Worksheets("xlwings.conf").Range("BA1").Value = row - 1
    ThisWorkbook.Worksheets("xlwings.conf").Cells(row, 53).Value = told
End Sub
