/** The completion for zsh: the same as that for bash, with descriptions. */
import { operandFunction, quoted, valueFunction } from "./posix.ts";
import type { CompletedCommand } from "./words.ts";

export const zshScript = (
  commands: readonly CompletedCommand[],
  programs: readonly string[],
): string =>
  [
    "#compdef deadwood",
    '# Completion of deadwood for zsh. Load it with: eval "$(deadwood completion zsh)"',
    ...valueFunction(commands),
    ...operandFunction(commands, programs),
    ...describedOptions(commands),
    "_deadwood_commands() {",
    `  described=(${commands.map(({ name, about }) => described(name, about)).join(" ")})`,
    "}",
    FUNCTIONS,
    // Loaded from a file in $fpath, the file is the function; otherwise it has to be registered.
    'if [[ "$funcstack[1]" == _deadwood ]]; then _deadwood "$@"; else compdef _deadwood deadwood; fi',
    "",
  ].join("\n");

/** "name:description", as _describe takes it. */
const described = (name: string, about: string): string =>
  quoted(`${name.replaceAll(":", "\\:")}:${about}`);

function describedOptions(commands: readonly CompletedCommand[]): string[] {
  const rows = commands.map(({ name, options }) => {
    const all = options.map(({ spelling, about }) => described(spelling, about));
    return `    ${quoted(name)}) described=(${all.join(" ")}) ;;`;
  });
  return [
    "_deadwood_described() {",
    '  case "$1" in',
    ...rows,
    "    *) described=() ;;",
    "  esac",
    "}",
  ];
}

const FUNCTIONS = String.raw`_deadwood_reply() {
  case "$kind" in
    words) compadd -- $\{=choices} ;;
    list) _sequence compadd - $\{=choices} ;;
    file) _files ;;
    directory) _files -/ ;;
    program) compadd -- $\{=choices}; _files ;;
  esac
}

_deadwood() {
  local kind='' choices='' option='' operand='' command='' word i
  local -a described
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -z $command ]]; then
      [[ $word != -* ]] && command=$word
    elif [[ -n $operand ]]; then
      :
    elif [[ -n $option ]]; then
      option=''
    elif [[ $word == -- ]]; then
      operand=$word
    elif [[ $word == -* ]]; then
      _deadwood_value "$command" "$word"
      [[ -n $kind ]] && option=$word
    else
      operand=$word
    fi
  done
  if [[ -z $command ]]; then
    _deadwood_commands
    _describe command described
  elif [[ -n $operand ]]; then
    _files
  elif [[ -n $option ]]; then
    _deadwood_value "$command" "$option"
    # The entries of a class path are separated by colons.
    compset -P '*:'
    _deadwood_reply
  elif [[ $words[CURRENT] == --*=* ]]; then
    _deadwood_value "$command" "$\{words[CURRENT]%%=*}"
    compset -P '*='
    _deadwood_reply
  elif [[ $words[CURRENT] == -* ]]; then
    _deadwood_described "$command"
    _describe -o option described
  else
    _deadwood_operand "$command"
    _deadwood_reply
  fi
}`.replaceAll("$\\{", "${");
