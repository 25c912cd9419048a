import { isRedirect } from '@tanstack/react-router'
import { beforeEach, expect, test } from 'vitest'
import { currentUserQuery } from '../shared/current-user.ts'
import { person } from '../shared/testing/person.ts'
import { backTo, onlySignedOut, requireUser } from './guards.ts'
import { queryClient } from './query-client.ts'
import { publicRoutes } from './routes/public-routes.tsx'
import { workspaceRoute } from './routes/workspace-route.tsx'

const signedIn = () => queryClient.setQueryData(currentUserQuery.queryKey, person())
const signedOut = () => queryClient.setQueryData(currentUserQuery.queryKey, null)

const pathOf = (options: object) => ('path' in options ? options.path : undefined)

/** Where the guard leads, or that it lets through. */
async function ledBy(guard: () => unknown) {
  try {
    await guard()
    return 'through'
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return { to: thrown.options.to, search: thrown.options.search }
  }
}

beforeEach(() => queryClient.clear())

test('the pages for signing in and up are for the signed out; who follows a link to join or verify may be either', () => {
  const guarded = publicRoutes.filter(({ options }) => 'beforeLoad' in options && options.beforeLoad === onlySignedOut)
  expect(guarded.map(({ options }) => pathOf(options))).toEqual([
    '/signin',
    '/register',
    '/forgot-password',
    '/reset-password/$verification_string',
    '/reset-password',
  ])
})

test('whoever is signed in is sent home from there, and nobody else', async () => {
  signedIn()
  expect(await ledBy(onlySignedOut)).toEqual({ to: '/home', search: undefined })
  signedOut()
  expect(await ledBy(onlySignedOut)).toBe('through')
})

test('the workspace sends whoever is signed out to the sign-in, with the page asked for', async () => {
  expect(workspaceRoute.options.beforeLoad).toBe(requireUser)
  const asked = { location: { href: '/tasks/17?tab=files' } }
  signedOut()
  expect(await ledBy(() => requireUser(asked))).toEqual({ to: '/signin', search: { redirect: '/tasks/17?tab=files' } })
  expect(backTo('/home')).toEqual({})
  signedIn()
  expect(await ledBy(() => requireUser(asked))).toBe('through')
})
