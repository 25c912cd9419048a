/** What scripts/e2e.ts has prepared. */
export function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start the journeys with pnpm e2e`)
  return value
}

export const origins = {
  app: setting('APP_ORIGIN'),
  admin: setting('ADMIN_ORIGIN'),
  www: setting('WWW_ORIGIN'),
}

/** Of everybody in the story. */
export const PASSWORD = 'throughline'
