@echo off
rem The technician's commands of the installed app: kant.cmd help. A window program is not waited for at a prompt, but in a batch file.
start "" /b /wait "%~dp0Kant.exe" %*
exit /b %errorlevel%
