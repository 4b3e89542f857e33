/**
 * The completion for bash. It needs nothing but bash 4: not the package bash-completion, and it does not run the
 * tool. Bash breaks words at "=" and ":", so `--search=df` is three words here, and of a class path only the last
 * entry is completed.
 */
import { operandFunction, optionsFunction, quoted, valueFunction } from "./posix.ts";
import type { CompletedCommand } from "./words.ts";

export const bashScript = (
  commands: readonly CompletedCommand[],
  programs: readonly string[],
): string =>
  [
    '# Completion of deadwood for bash. Load it with: eval "$(deadwood completion bash)"',
    ...optionsFunction(commands),
    ...valueFunction(commands),
    ...operandFunction(commands, programs),
    `_deadwood_commands=${quoted(commands.map(({ name }) => name).join(" "))}`,
    FUNCTIONS,
    "complete -F _deadwood deadwood",
    "",
  ].join("\n");

const FUNCTIONS = String.raw`_deadwood_reply_words() {
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

# Without a reply, bash completes names of files, and knows about spaces, quotes and "~".
_deadwood_reply_files() {
  COMPREPLY=()
  compopt -o "$1" 2>/dev/null
}

# Of words separated by commas, the last is completed.
_deadwood_reply_list() {
  local before='' last=$2 word
  if [[ $2 == *,* ]]; then
    before=$(printf '%s' "$2" | sed 's/[^,]*$//')
    last=$(printf '%s' "$2" | sed 's/.*,//')
  fi
  COMPREPLY=()
  for word in $(compgen -W "$1" -- "$last"); do
    COMPREPLY+=("$before$word")
  done
  compopt -o nospace 2>/dev/null
}

_deadwood_reply() {
  case "$kind" in
    words) _deadwood_reply_words "$choices" "$1" ;;
    list) _deadwood_reply_list "$choices" "$1" ;;
    file) _deadwood_reply_files default ;;
    directory) _deadwood_reply_files dirnames ;;
    program)
      _deadwood_reply_words "$choices" "$1"
      # A folder of the same beginning may hold the class file that is meant.
      if [[ -z $1 || $\{#COMPREPLY[@]} -eq 0 ]]; then
        compopt -o default -o plusdirs 2>/dev/null
      fi
      ;;
    *) COMPREPLY=() ;;
  esac
}

_deadwood() {
  local command='' option='' operand='' kind='' choices='' options='' word previous i
  local current=$\{COMP_WORDS[COMP_CWORD]}
  # "--option=" is complete, and its value has not begun.
  [[ $current == '=' ]] && current=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=$\{COMP_WORDS[i]}
    previous=$\{COMP_WORDS[i - 1]}
    if [[ -z $command ]]; then
      [[ $word != -* ]] && command=$word
    elif [[ -n $operand ]]; then
      :
    elif [[ $word == '=' || $word == ':' || $previous == ':' ]]; then
      :
    elif [[ -n $option && ( $previous == '=' || $previous == "$option" ) ]]; then
      option=''
    elif [[ $word == '--' ]]; then
      operand=$word
    elif [[ $word == -* ]]; then
      _deadwood_value "$command" "$word"
      option=''
      [[ -n $kind ]] && option=$word
    else
      operand=$word
    fi
  done
  previous=$\{COMP_WORDS[COMP_CWORD - 1]}
  if [[ -z $command ]]; then
    _deadwood_reply_words "$_deadwood_commands --help --version" "$current"
    return
  fi
  if [[ $previous == ':' || -n $operand ]]; then
    _deadwood_reply_files default
    return
  fi
  if [[ -n $option ]]; then
    _deadwood_value "$command" "$option"
    _deadwood_reply "$current"
    return
  fi
  if [[ $current == -* ]]; then
    _deadwood_options "$command"
    _deadwood_reply_words "$options" "$current"
    return
  fi
  _deadwood_operand "$command"
  _deadwood_reply "$current"
}`.replaceAll("$\\{", "${");
