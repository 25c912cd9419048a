import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerOf, instanceHit, taskHit } from '../../areas/search/testing/open-search.tsx'
import { declaredResponse } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { person } from '../../shared/testing/person.ts'
import { replaceProperty } from '../../shared/testing/replace-property.ts'
import { texts } from './palette.texts.ts'
import { Palette } from './palette.tsx'

type Found = Parameters<typeof answerOf>[0]

beforeEach(() => {
  replaceProperty(Element.prototype, 'scrollIntoView', { value: () => undefined })
})

/** Not by their role, which is looked for through the whole page each time. */
const options = () => [...document.querySelectorAll('[role="option"]')]

/** The server says nothing until `arrive` is called. */
function openPalette(start = '', fromBox = false) {
  const { promise, resolve } = Promise.withResolvers<Found>()
  const asked = vi.fn(async (path: string) => declaredResponse(`GET ${path}`, answerOf(await promise)))
  vi.stubGlobal('fetch', asked)
  const root = createRootRoute({
    component: () => <Palette request={{ words: start, fromBox }} user={person()} onClose={() => undefined} />,
  })
  const tree = root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })])
  const { router } = openRoutes(tree, '/here', () => undefined)
  const field = () => screen.findByLabelText(texts.input)
  return {
    type: async (words: string) => fireEvent.change(await field(), { target: { value: words } }),
    press: async (key: string) => fireEvent.keyDown(await field(), { key }),
    arrive: async (found: Found) => {
      await waitFor(() => expect(asked).toHaveBeenCalled())
      await act(async () => resolve(found))
    },
    /** The row that looks chosen, which is also the one that the field names. */
    chosen: async () => {
      const row = options().find((option) => option.ariaSelected === 'true')
      expect((await field()).getAttribute('aria-activedescendant') ?? null).toBe(row?.id ?? null)
      return row?.textContent ?? null
    },
    address: () => router.state.location.href,
  }
}

const rows = () => options().map(({ textContent }) => textContent)
const inComment = { match: { source: 'comment', label: '', text: 'temporary plates', ranges: [[0, 9]] } }
const templates = /^Templates/

test('what is chosen stays chosen when better rows come above it, and Enter opens it', async () => {
  const palette = openPalette()
  await palette.type('temp')
  expect(await palette.chosen()).toMatch(templates)
  await palette.arrive({ instances: [{ ...instanceHit(1, 'Temp agency'), name_ranges: [[0, 4]] }] })
  await screen.findByText('Temp', { selector: 'mark' })
  expect(rows()[0]).toMatch(/^Temp agency/)
  expect(await palette.chosen()).toMatch(templates)
  await palette.press('Enter')
  await waitFor(() => expect(palette.address()).toBe('/workflow-templates'))
})

test('what has the words in a text only comes below what has them in its name, however late', async () => {
  const palette = openPalette()
  await palette.type('temp')
  await palette.arrive({ tasks: [taskHit(1, 'Register the van', inComment)] })
  await screen.findByText(/^Register the van/)
  expect(rows()[0]).toMatch(templates)
  expect(rows().at(-1)).toMatch(/^Register the van/)
  expect(options().at(-1)?.parentElement?.ariaLabel).toBe(texts.more)
})

test('while better rows may come, Enter searches; nothing looks chosen before', async () => {
  const palette = openPalette()
  await palette.type('brightline')
  expect(await palette.chosen()).toBeNull()
  expect(screen.queryByText(texts.nothing('brightline'))).toBeNull()
  await palette.arrive({ tasks: [taskHit(1, 'Register the van', inComment)] })
  await screen.findByText(/^Register the van/)
  expect(await palette.chosen()).toMatch(/^Register the van/)
  await palette.type('nothing like that')
  expect(await palette.chosen()).toBeNull()
  await palette.press('Enter')
  await waitFor(() => expect(palette.address()).toBe('/search?q=nothing+like+that'))
})

test('a row that the person went to stays where it is, and what comes later stands below', async () => {
  const palette = openPalette()
  await palette.type('theme')
  await palette.press('ArrowDown')
  const [first, second] = rows()
  expect(await palette.chosen()).toBe(second)
  await palette.arrive({ instances: [{ ...instanceHit(1, 'Theme park'), name_ranges: [[0, 5]] }] })
  await screen.findByText('Theme', { selector: 'mark' })
  expect(rows().slice(0, 2)).toEqual([first, second])
  expect(rows().at(-1)).toMatch(/^Theme park/)
  expect(await palette.chosen()).toBe(second)
  await palette.press('ArrowUp')
  await palette.press('ArrowUp')
  expect(await palette.chosen()).toMatch(/^Theme park/)
})

test('from the search box no row is chosen until an arrow key is pressed; past the ends Enter searches again', async () => {
  const palette = openPalette('temp', true)
  await screen.findByText('Templates')
  expect(await palette.chosen()).toBeNull()
  await palette.press('ArrowDown')
  expect(await palette.chosen()).toMatch(templates)
  await palette.press('ArrowUp')
  expect(await palette.chosen()).toBeNull()
  await palette.arrive({ instances: [{ ...instanceHit(1, 'Temp agency'), name_ranges: [[0, 4]] }] })
  await screen.findByText('Temp', { selector: 'mark' })
  expect(await palette.chosen()).toBeNull()
  await palette.press('Enter')
  await waitFor(() => expect(palette.address()).toBe('/search?q=temp'))
})

test('a key that belongs to a word still being composed opens nothing', async () => {
  const palette = openPalette()
  await palette.type('temp')
  fireEvent.keyDown(await screen.findByLabelText(texts.input), { key: 'Enter', isComposing: true })
  expect(palette.address()).toBe('/here')
})
