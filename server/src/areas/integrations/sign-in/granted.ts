import type { Connector, Operation } from '../connectors/connector.ts'

/** Why what was granted doesn't cover an operation; nothing where it does. */
export function notGranted(
  { signIn }: Pick<Connector, 'signIn'>,
  { scopes = [] }: Operation,
  granted: readonly string[],
): string | undefined {
  const missing = scopes.find((scope) => !granted.includes(scope))
  if (!signIn || missing === undefined) return undefined
  const text = signIn.scopes.find(({ scope }) => scope === missing)?.text ?? missing
  return `${signIn.provider} didn’t grant “${text}”.`
}

/** Those that can't be called by a connection, each with the reason. */
export const offOperations = (connector: Connector | undefined, granted: readonly string[]) =>
  (connector?.signIn ? connector.operations : []).flatMap((operation) => {
    const reason = connector && notGranted(connector, operation, granted)
    return reason === undefined ? [] : [{ operation: operation.name, reason }]
  })
