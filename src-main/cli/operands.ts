// What a command with subcommands accepts after the subcommand. Pure.

/** Null: nothing. */
export type Operand = { readonly name: string; readonly isOptional?: true } | null

/** What is wrong with the words after `group`, such as `outbox`; null: nothing. */
export function operandError(
  group: string,
  operands: Readonly<Record<string, Operand>>,
  [command = '', ...rest]: readonly string[],
): string | null {
  const operand = operands[command]
  if (operand === undefined)
    return `There is no command "${group} ${command}"; the commands are ${Object.keys(operands).join(', ')}.`
  const extra = rest[operand === null ? 0 : 1]
  if (operand !== null && operand.isOptional !== true && rest.length === 0)
    return `"${group} ${command}" needs ${operand.name}.`
  return extra === undefined ? null : `"${group} ${command}" does not accept "${extra}".`
}
