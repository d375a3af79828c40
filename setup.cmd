@echo off
rem Double-click this to set wpf-agent up: it runs setup.ps1, whatever the computer's policy for scripts is.
rem Drop a program, or a shortcut to one, on it to try that program for three minutes.
set dropped=
if exist "%~1" set dropped=yes
if not exist "%~dp0setup.ps1" goto unpack
powershell.exe -NoProfile -ExecutionPolicy Bypass -File "%~dp0setup.ps1" %*
set code=%errorlevel%
goto end
:unpack
chcp 65001 >nul
echo Unpack the whole zip first, then double-click setup.cmd in its folder.
echo 先に zip をすべて展開し、そのフォルダーの setup.cmd をダブルクリックしてください。
set code=2
:end
if "%~1"=="" pause
if defined dropped pause
exit /b %code%
