import type { BrowserContext, Page } from '@playwright/test'
import { signInByCall } from './api.ts'
import { asSuperuser } from './database.ts'
import { newcomer } from './newcomer.ts'
import { origins } from './settings.ts'
import { asBrowserCookies } from './test.ts'
import { turnOnTwoFactors } from './totp.ts'

/** Nobody becomes staff by a call of the product. */
export async function makeInternal(name: string) {
  const person = await newcomer(name)
  await asSuperuser('update people set is_internal = true where username = $1', [person.username])
  return person
}

/** A member of staff of their own, with two factors and a session on the admin host. */
export async function makeStaff(name: string) {
  const person = await makeInternal(name)
  const there = await signInByCall(person.username, origins.admin)
  const { secret } = await turnOnTwoFactors(there)
  return { ...person, secret, adminCookies: there.cookies }
}

export async function openConsole(
  openBrowser: () => Promise<BrowserContext>,
  staff: { adminCookies: Map<string, string> },
  tab?: string,
): Promise<Page> {
  const context = await openBrowser()
  await context.addCookies(asBrowserCookies(staff.adminCookies, origins.admin))
  const page = await context.newPage()
  await page.goto(`${origins.admin}/home${tab === undefined ? '' : `?tab=${tab}`}`)
  return page
}

/** Somebody who signed up and waits to be approved. */
export async function makeWaiting(name: string) {
  const person = await newcomer(name)
  await asSuperuser('update people set is_approved = false where username = $1', [person.username])
  return person
}
