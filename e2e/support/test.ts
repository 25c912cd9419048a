import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test'
import { ownAddress, signInByCall } from './api.ts'
import { connections } from './database.ts'
import { Faults } from './faults.ts'
import { origins } from './settings.ts'

type BrowserWish = BrowserContextOptions & {
  /** Signed in from the start. */
  as?: string
  /** With a session of its own, which the journey may end. */
  ownSession?: boolean
  origin?: string
}

interface Journey {
  /** Who sits at the browser; nobody is signed in without it. */
  as: string | undefined
  faults: Faults
  /** Another browser, with storage of its own and watched like the first. */
  openBrowser: (wish?: BrowserWish) => Promise<BrowserContext>
  /** A session that is shared by all journeys of the run: signing in too often is refused. */
  cookiesOf: (username: string, origin: string, own: boolean) => Promise<Map<string, string>>
  onlyTheDoors: void
}

const DOORS = ['tl_api', 'tl_worker', 'tl_identity', 'tl_relay', 'tl_public', 'tl_staff', 'tl_report']

export const asBrowserCookies = (cookies: Map<string, string>, origin: string) =>
  [...cookies].map(([name, value]) => ({
    name,
    value,
    domain: new URL(origin).hostname,
    path: '/',
    secure: true,
    httpOnly: name.startsWith('__Host-'),
    sameSite: 'Lax' as const,
  }))

export const test = base.extend<Journey>({
  as: [undefined, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  cookiesOf: async ({}, use, { project }) => {
    await use(async (username, origin, own) => {
      const file = join(project.outputDir, 'sessions', `${username}-${new URL(origin).hostname}.json`)
      if (!own && existsSync(file)) return new Map(JSON.parse(readFileSync(file, 'utf8')))
      const { cookies } = await signInByCall(username, origin)
      if (!own) {
        mkdirSync(dirname(file), { recursive: true })
        // Another worker reads it whole or not at all.
        writeFileSync(`${file}.${process.pid}`, JSON.stringify([...cookies]))
        renameSync(`${file}.${process.pid}`, file)
      }
      return cookies
    })
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  faults: async ({}, use) => {
    const faults = new Faults()
    await use(faults)
    expect(faults.unexpected).toEqual([])
  },

  openBrowser: async ({ browser, faults, cookiesOf }, use) => {
    const opened: BrowserContext[] = []
    await use(async ({ as, ownSession = false, origin = origins.app, ...options } = {}) => {
      const context = await browser.newContext({ extraHTTPHeaders: ownAddress(), ...options })
      opened.push(context)
      faults.watch(context)
      if (as) await context.addCookies(asBrowserCookies(await cookiesOf(as, origin, ownSession), origin))
      return context
    })
    for (const context of opened) await context.close()
  },

  context: async ({ openBrowser, as }, use) => {
    await use(await openBrowser(as === undefined ? {} : { as }))
  },

  onlyTheDoors: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use()
      for (const { role, superuser, bypasses, owner } of await connections()) {
        expect(DOORS, `${role} is connected to the database`).toContain(role)
        expect({ role, superuser, bypasses, owner }).toEqual({ role, superuser: false, bypasses: false, owner: false })
      }
    },
    { auto: true },
  ],
})

export { expect }
