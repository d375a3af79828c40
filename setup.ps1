<#
.SYNOPSIS
Sets wpf-agent up on this computer, or takes the set-up back.

.DESCRIPTION
Finds wpf-agent.exe beside this script (or the checkout that the script is part of) and calls `wpf-agent init`: checks,
profiles.json, registration in AI clients, a first test. Nothing needs an administrator. It may run any number of times.
If Windows does not let scripts run: double-click setup.cmd, or  powershell -ExecutionPolicy Bypass -File setup.ps1
The switches of `wpf-agent init` (--what-if, --uninstall ...) mean the same here; what it does not know it refuses.

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
.PARAMETER Try
Nothing is set up: this program, an exe or a shortcut to one, is tried for three minutes (wpf-agent try). The same as
dropping it on setup.cmd.
.PARAMETER Rest
Anything else: refused, but for the switches of `wpf-agent init`, and for one program, which is tried.

.EXAMPLE
.\setup.ps1
.EXAMPLE
.\setup.ps1 -Yes
.EXAMPLE
.\setup.ps1 -Uninstall -WhatIf
.EXAMPLE
.\setup.ps1 -Try "C:\apps\My App.exe"
#>
[CmdletBinding(PositionalBinding = $false)]
param(
    [switch]$Yes,
    [switch]$Uninstall,
    [switch]$Purge,
    [switch]$WhatIf,
    [switch]$NoRegister,
    [switch]$NoSmoke,
    [string[]]$Client = @(),
    [string]$Lang = '',
    [string]$Try = '',
    [Parameter(ValueFromRemainingArguments = $true)][string[]]$Rest = @()
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

function Wait-ForEnter {
    # "Run with PowerShell" in Explorer closes the window at the end: let it be read first.
    if ($Yes -or [System.Environment]::CommandLine -notlike '*Set-ExecutionPolicy -Scope Process Bypass*') { return }
    try { Read-Host (Select-Text 'Enter closes this window' 'Enter キーでウィンドウを閉じます') | Out-Null } catch { return }
}

function Stop-Here([string]$English, [string]$Japanese, [int]$Code = $usageError) {
    # Every early end: it says why, lets it be read, and nothing was changed.
    Write-Host (Select-Text $English $Japanese)
    Wait-ForEnter
    exit $Code
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
        if (Test-Path -LiteralPath $exe -PathType Leaf) { return @($exe) }
    }
    $script = Join-Path $PSScriptRoot 'scripts\init.py'
    if (Test-Path -LiteralPath $script -PathType Leaf) {
        foreach ($name in 'python', 'py') {
            $python = Get-Command $name -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
            if ($python -and (Test-Python $python.Path)) { return @($python.Path, $script) }
        }
    }
    return @()
}

function Test-Damage([string]$Exe) {
    # Whether the exe beside the list of sums is another than the one that was packed: a download that broke off.
    $sums = Join-Path $PSScriptRoot 'SHA256SUMS.txt'
    if (-not (Test-Path -LiteralPath $sums -PathType Leaf)) { return $false }
    foreach ($line in [System.IO.File]::ReadAllLines($sums)) {
        $digest, $name = $line -split '\s+', 2
        if ($Exe -eq (Join-Path $PSScriptRoot "$name")) {
            return (Get-FileHash -LiteralPath $Exe -Algorithm SHA256).Hash -ne $digest
        }
    }
    return $false
}

if ([System.Console]::IsOutputRedirected) {
    # What captures it gets UTF-8, as from the program itself; else Japanese would be question marks.
    try { [System.Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false) } catch { $null = $_ }
}

function Test-Droppable([string]$Word) {
    # Whether it is what somebody drops on setup.cmd: a program, or a shortcut to one.
    return $Word -match '\.(exe|lnk)$' -and (Test-Path -LiteralPath $Word -PathType Leaf)
}

$unknown = @()
foreach ($word in $Rest) {
    switch -Regex ($word) {
        '^--yes$' { $Yes = $true; break }
        '^--uninstall$' { $Uninstall = $true; break }
        '^--purge$' { $Purge = $true; break }
        '^--what-if$' { $WhatIf = $true; break }
        '^--no-register$' { $NoRegister = $true; break }
        '^--no-smoke$' { $NoSmoke = $true; break }
        '^--client=' { $Client += $word.Substring(9); break }
        '^--lang=' { $Lang = $word.Substring(7); break }
        '^--try=' { $Try = $word.Substring(6); break }
        default { if ($Try -eq '' -and (Test-Droppable $word)) { $Try = $word } else { $unknown += $word } }
    }
}
if ($unknown.Count -gt 0) {
    $known = '-Yes -Uninstall -Purge -WhatIf -NoRegister -NoSmoke -Client NAME,NAME -Lang en|ja -Try FILE'
    Stop-Here "setup.ps1 does not know: $unknown. Nothing was done. It knows: $known" `
        "setup.ps1 にない指定です：$unknown。何も変更していません。使えるもの：$known"
}
if ($Try -ne '' -and ($Uninstall -or $Purge -or $WhatIf -or $NoRegister -or $NoSmoke -or $Client.Count -gt 0)) {
    Stop-Here 'With -Try nothing is set up: only -Yes and -Lang go with it. Nothing was done.' `
        '-Try ではセットアップをしません。一緒に使えるのは -Yes と -Lang だけです。何も変更していません。'
}
if ($PSVersionTable.PSVersion -lt [version]'5.1') {
    Stop-Here "PowerShell 5.1 or newer is needed; this is $($PSVersionTable.PSVersion)." `
        "PowerShell 5.1 以降が必要です（現在：$($PSVersionTable.PSVersion)）。"
}
if ($PSVersionTable.PSEdition -eq 'Core' -and -not $IsWindows) {
    Stop-Here 'This script is for Windows; elsewhere: python scripts/init.py' `
        'このスクリプトは Windows 用です。ほかの OS では python scripts/init.py を使ってください。'
}
$build = [System.Environment]::OSVersion.Version.Build
if ($build -lt 10240 -or -not [System.Environment]::Is64BitOperatingSystem) {
    Stop-Here "Windows 10 or 11 (64 bit) is needed; this is build $build." `
        "64 ビット版の Windows 10 または 11 が必要です（このビルド：$build）。"
}
$program = @(Find-Program)
if ($program.Count -eq 0 -and (Test-Path -LiteralPath (Join-Path $PSScriptRoot 'scripts\init.py') -PathType Leaf)) {
    Stop-Here "A checkout needs Python 3.11 or newer; there is none." `
        'チェックアウトからの実行には Python 3.11 以降が必要ですが、見つかりません。'
}
if ($program.Count -eq 0) {
    Stop-Here "Unpack the whole zip first, then start setup.cmd in its folder: wpf-agent.exe is not in $PSScriptRoot." `
        "先に zip をすべて展開し、そのフォルダーの setup.cmd を実行してください：$PSScriptRoot に wpf-agent.exe がありません。"
}
if (Test-Damage $program[0]) {
    Stop-Here "$($program[0]) is damaged: it differs from SHA256SUMS.txt. Download the zip again." `
        "$($program[0]) が壊れています（SHA256SUMS.txt と一致しません）。zip をダウンロードし直してください。"
}

$words = @($program | Select-Object -Skip 1)
if ($Try -ne '') { $words += 'try', $Try } else { $words += 'init' }
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
    Write-Host "$($program[0]): $($_.Exception.GetBaseException().Message)"
    Write-Host (Select-Text 'Tick "Unblock" in its Properties; if that is not enough, ask who manages this computer.' `
            'プロパティの「許可する」にチェックを付けてください。それでも起動しない場合は管理者に確認してください。')
}

Wait-ForEnter
exit $code
