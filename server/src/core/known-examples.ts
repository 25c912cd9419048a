/** Parts of the values that show the form of a setting in deploy/ and docs/: everybody who reads them knows them. */
const EXAMPLES = /change-?me|^example$|<[\w-]+>|:password@/i
/** A key of one byte over and over, such as the zeros of deploy/example.env. */
const UNIFORM = /(?:^|[:=,\s])([A-Za-z0-9+/])\1{20,}=*/

/** What is wrong with the settings of these names where strangers can reach the installation. */
export function knownExamples(env: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  if (env.NODE_ENV !== 'production') return []
  return names
    .filter((name) => EXAMPLES.test(env[name] ?? '') || UNIFORM.test(env[name] ?? ''))
    .map((name) => `${name}: this is an example from the documentation; set a value of your own`)
}
