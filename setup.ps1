<#
.SYNOPSIS
Sets wpf-agent up on this computer, or takes the set-up back.

.DESCRIPTION
Finds wpf-agent.exe beside this script (or the checkout that the script is part of) and calls `wpf-agent init`: checks,
profiles.json, registration in AI clients, a first test. Nothing needs an administrator. It may run any number of times.
If Windows does not let scripts run:  powershell -ExecutionPolicy Bypass -File setup.ps1

.PARAMETER Yes
Ask nothing; register in every client that is found.
.PARAMETER Uninstall
Take back what was made.
.PARAMETER Purge
With -Uninstall: profiles.json, if it was made here, and the records too.
.PARAMETER WhatIf
Change nothing, only say what would be done.
.PARAMETER NoRegister
Leave the AI clients alone.
.PARAMETER NoSmoke
Without the first test.
.PARAMETER Client
Only these clients: claude, codex, gemini, vscode, cursor, with commas between.
.PARAMETER Lang
en or ja; the language of Windows by default.

.EXAMPLE
.\setup.ps1
.EXAMPLE
.\setup.ps1 -Yes
.EXAMPLE
.\setup.ps1 -Uninstall -WhatIf
#>
param(
    [switch]$Yes,
    [switch]$Uninstall,
    [switch]$Purge,
    [switch]$WhatIf,
    [switch]$NoRegister,
    [switch]$NoSmoke,
    [string[]]$Client = @(),
    [string]$Lang = ''
)

$ErrorActionPreference = 'Stop'
$PSNativeCommandUseErrorActionPreference = $false  # PowerShell 7: an exit code is no error, it is handed on
$usageError = 2
$reads = $Lang
if ($reads -eq '') { $reads = [System.Globalization.CultureInfo]::CurrentUICulture.TwoLetterISOLanguageName }
if ($PSVersionTable.PSEdition -ne 'Core') {
    # Where PowerShell 7 started this one, the path still leads to its modules, which this one cannot load.
    $env:PSModulePath = "$PSHOME\Modules;$env:PSModulePath"
}

function Select-Text([string]$English, [string]$Japanese) {
    if ($reads -eq 'ja') { return $Japanese }
    return $English
}

function Test-Python([string]$Python) {
    # Whether it is a Python that the checkout can use; the `python` that only opens Microsoft's store is none.
    $ErrorActionPreference = 'Continue'  # what it writes to stderr is no error of this script
    try { & $Python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>&1 | Out-Null } catch { return $false }
    return $LASTEXITCODE -eq 0
}

function Find-Program {
    # The words that start wpf-agent: the exe of the zip, that of the one-folder build, else the checkout's Python.
    foreach ($name in 'wpf-agent.exe', 'wpf-agent\wpf-agent.exe') {
        $exe = Join-Path $PSScriptRoot $name
        if (Test-Path -LiteralPath $exe -PathType Leaf) { return @($exe, 'init') }
    }
    $script = Join-Path $PSScriptRoot 'scripts\init.py'
    if (Test-Path -LiteralPath $script -PathType Leaf) {
        foreach ($name in 'py', 'python') {
            $python = Get-Command $name -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
            if ($python -and (Test-Python $python.Path)) { return @($python.Path, $script) }
        }
    }
    return @()
}

if ($PSVersionTable.PSVersion.Major -lt 5) {
    Write-Host (Select-Text 'PowerShell 5.1 or newer is needed.' 'PowerShell 5.1 以降が必要です。')
    exit $usageError
}
if ($PSVersionTable.PSEdition -eq 'Core' -and -not $IsWindows) {
    Write-Host (Select-Text 'This script is for Windows; elsewhere: python scripts/init.py' `
            'このスクリプトは Windows 用です。ほかの OS では python scripts/init.py を使ってください。')
    exit $usageError
}
$build = [System.Environment]::OSVersion.Version.Build
if ($build -lt 10240 -or -not [System.Environment]::Is64BitOperatingSystem) {
    Write-Host (Select-Text "Windows 10 or 11 (64 bit) is needed; this is build $build." `
            "64 ビット版の Windows 10 または 11 が必要です（このビルド：$build）。")
    exit $usageError
}
$program = @(Find-Program)
if ($program.Count -eq 0) {
    Write-Host (Select-Text "$PSScriptRoot holds neither wpf-agent.exe nor a checkout with a Python (3.11 or newer)." `
            "$PSScriptRoot に wpf-agent.exe がなく、Python 3.11 以降も見つかりません。")
    exit $usageError
}

$version = $PSVersionTable.PSVersion
$policy = Get-ExecutionPolicy
Write-Host (Select-Text "Windows build $build, PowerShell $version; execution policy: $policy (left as it is)" `
        "Windows ビルド $build、PowerShell $version、実行ポリシー：$policy（変更しません）")

$words = @($program | Select-Object -Skip 1)
if ($Yes -and -not $Uninstall) { $words += '--yes' }
if ($Uninstall) { $words += '--uninstall' }
if ($Purge) { $words += '--purge' }
if ($WhatIf) { $words += '--what-if' }
if ($NoRegister) { $words += '--no-register' }
if ($NoSmoke) { $words += '--no-smoke' }
if ($Client.Count -gt 0) { $words += "--client=$($Client -join ',')" }
if ($Lang -ne '') { $words += "--lang=$Lang" }

$code = $usageError
$ErrorActionPreference = 'Continue'  # what the program writes to stderr is no error of this script
try {
    & $program[0] @words
    $code = $LASTEXITCODE
}
catch {
    # AppLocker, an antivirus program, or a download that was never released keeps it from starting.
    Write-Host "$($program[0]): $($_.Exception.Message)"
    Write-Host (Select-Text 'Tick "Unblock" in its Properties; if that is not enough, ask who manages this computer.' `
            'プロパティの「許可する」にチェックを付けてください。それでも起動しない場合は管理者に確認してください。')
}

# "Run with PowerShell" in Explorer closes the window at the end: let it be read first.
if (-not $Yes -and [System.Environment]::CommandLine -like '*Set-ExecutionPolicy -Scope Process Bypass*') {
    Read-Host (Select-Text 'Enter closes this window' 'Enter キーでウィンドウを閉じます') | Out-Null
}
exit $code
