@echo off
rem Starts the product on Windows; the same as: py -3 start.py
chcp 65001 >nul
set PYTHONUTF8=1
cd /d "%~dp0"
where py >nul 2>nul
if errorlevel 1 (
  echo 没有找到 Python:请从 python.org 安装 3.11 或更新。 Python was not found: install 3.11 or newer from python.org.
  pause
  exit /b 2
)
py -3 start.py %*
if errorlevel 1 pause
