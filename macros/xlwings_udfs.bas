Attribute VB_Name = "xlwings_udfs"
' Made by `python -m permitbook.vba` from permitbook.udfs; a change here is lost.
#Const App = "Microsoft Excel"
Function PERMIT_ADD_BUSINESS_DAYS(day, number)
Attribute PERMIT_ADD_BUSINESS_DAYS.VB_Description = "Day so many business days after a day, which is not counted itself. day: counted from. number: how many; below zero counts back. Weekdays are left out only when they are both legal holiday and closed."
Attribute PERMIT_ADD_BUSINESS_DAYS.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_ADD_BUSINESS_DAYS = XLPy.CallUDF("permitbook.udfs", "PERMIT_ADD_BUSINESS_DAYS", Array(day, number, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_ADD_BUSINESS_DAYS = XLPy.CallUDF("permitbook.udfs", "PERMIT_ADD_BUSINESS_DAYS", Array(day, number, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_ADD_BUSINESS_DAYS = Err.Description
End Function

Function PERMIT_COUNT_BUSINESS_DAYS(first, last)
Attribute PERMIT_COUNT_BUSINESS_DAYS.VB_Description = "How many business days there are from one day to another, both counted. first, last: the days. Weekdays are left out only when they are both legal holiday and closed."
Attribute PERMIT_COUNT_BUSINESS_DAYS.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_COUNT_BUSINESS_DAYS = XLPy.CallUDF("permitbook.udfs", "PERMIT_COUNT_BUSINESS_DAYS", Array(first, last, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_COUNT_BUSINESS_DAYS = XLPy.CallUDF("permitbook.udfs", "PERMIT_COUNT_BUSINESS_DAYS", Array(first, last, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_COUNT_BUSINESS_DAYS = Err.Description
End Function

Function PERMIT_DECIDE_BY(received, event_date, Optional start)
Attribute PERMIT_DECIDE_BY.VB_Description = "Open day by which the official must grant or deny. received: when the application came. event_date: its first day. start: its time; without it, the first minute."
Attribute PERMIT_DECIDE_BY.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_DECIDE_BY = XLPy.CallUDF("permitbook.udfs", "PERMIT_DECIDE_BY", Array(received, event_date, start, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_DECIDE_BY = XLPy.CallUDF("permitbook.udfs", "PERMIT_DECIDE_BY", Array(received, event_date, start, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_DECIDE_BY = Err.Description
End Function

Function PERMIT_EARLIEST_DATE(received)
Attribute PERMIT_EARLIEST_DATE.VB_Description = "Earliest day for an event that is applied for on a day, by the safest count. received: the day the application comes, such as TODAY()."
Attribute PERMIT_EARLIEST_DATE.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_EARLIEST_DATE = XLPy.CallUDF("permitbook.udfs", "PERMIT_EARLIEST_DATE", Array(received, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_EARLIEST_DATE = XLPy.CallUDF("permitbook.udfs", "PERMIT_EARLIEST_DATE", Array(received, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_EARLIEST_DATE = Err.Description
End Function

Function PERMIT_LAST_FILING(event_date, Optional series)
Attribute PERMIT_LAST_FILING.VB_Description = "Last day to file for an event, by the safest count. East Troy: in person after the 45th day before. event_date: its first day. series: yes for a recurring event."
Attribute PERMIT_LAST_FILING.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_LAST_FILING = XLPy.CallUDF("permitbook.udfs", "PERMIT_LAST_FILING", Array(event_date, series, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_LAST_FILING = XLPy.CallUDF("permitbook.udfs", "PERMIT_LAST_FILING", Array(event_date, series, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_LAST_FILING = Err.Description
End Function

Function PERMIT_NEXT(number)
Attribute PERMIT_NEXT.VB_Description = "Next step of an application and who takes it, as of the last check. number: its application number."
Attribute PERMIT_NEXT.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_NEXT = XLPy.CallUDF("permitbook.udfs", "PERMIT_NEXT", Array(number, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Application No").DataBodyRange.Value, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Next Step").DataBodyRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_NEXT = XLPy.CallUDF("permitbook.udfs", "PERMIT_NEXT", Array(number, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Application No").DataBodyRange.Value, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Next Step").DataBodyRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_NEXT = Err.Description
End Function

Function PERMIT_NOTIFY_BY(received, event_date, Optional start, Optional decided)
Attribute PERMIT_NOTIFY_BY.VB_Description = "Open day by which the applicant must be told of a denial. received: when the application came. event_date: its first day. start: its time. decided: when it was denied; without it, the last day to decide."
Attribute PERMIT_NOTIFY_BY.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_NOTIFY_BY = XLPy.CallUDF("permitbook.udfs", "PERMIT_NOTIFY_BY", Array(received, event_date, start, decided, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_NOTIFY_BY = XLPy.CallUDF("permitbook.udfs", "PERMIT_NOTIFY_BY", Array(received, event_date, start, decided, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_NOTIFY_BY = Err.Description
End Function

Function PERMIT_STATUS(number)
Attribute PERMIT_STATUS.VB_Description = "Status of an application, as of the last check. number: its application number."
Attribute PERMIT_STATUS.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_STATUS = XLPy.CallUDF("permitbook.udfs", "PERMIT_STATUS", Array(number, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Application No").DataBodyRange.Value, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Status").DataBodyRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_STATUS = XLPy.CallUDF("permitbook.udfs", "PERMIT_STATUS", Array(number, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Application No").DataBodyRange.Value, ThisWorkbook.Worksheets("Applications").ListObjects(1).ListColumns("Status").DataBodyRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_STATUS = Err.Description
End Function

Function PERMIT_SUNSET(day)
Attribute PERMIT_SUNSET.VB_Description = "When the sun sets in the municipality, by its own clock, for the place in Settings. day: the day. Format the cell as a time."
Attribute PERMIT_SUNSET.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_SUNSET = XLPy.CallUDF("permitbook.udfs", "PERMIT_SUNSET", Array(day, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_SUNSET = XLPy.CallUDF("permitbook.udfs", "PERMIT_SUNSET", Array(day, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_SUNSET = Err.Description
End Function

Function PERMIT_WEEKDAY_HOLIDAYS(first, last)
Attribute PERMIT_WEEKDAY_HOLIDAYS.VB_Description = "Legal holidays and closures on weekdays from one day to another, in words. first, last: the days, both looked at."
Attribute PERMIT_WEEKDAY_HOLIDAYS.VB_ProcData.VB_Invoke_Func = " \n14"
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        PERMIT_WEEKDAY_HOLIDAYS = XLPy.CallUDF("permitbook.udfs", "PERMIT_WEEKDAY_HOLIDAYS", Array(first, last, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value), ThisWorkbook, Application.Caller)
        Exit Function
    #Else
        PERMIT_WEEKDAY_HOLIDAYS = XLPy.CallUDF("permitbook.udfs", "PERMIT_WEEKDAY_HOLIDAYS", Array(first, last, ThisWorkbook.Worksheets("Settings").UsedRange.Value, ThisWorkbook.Worksheets("Closures").UsedRange.Value, ThisWorkbook.Worksheets("Readings").UsedRange.Value))
        Exit Function
    #End If
failed:
    PERMIT_WEEKDAY_HOLIDAYS = Err.Description
End Function
