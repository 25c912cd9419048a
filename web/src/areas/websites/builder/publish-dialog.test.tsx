import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { MemberId } from '@throughline/contracts/ids'
import type { WebsiteElement } from '@throughline/contracts/website-content'
import type { WebsiteProblem } from '@throughline/contracts/websites'
import { expect, test } from 'vitest'
import { texts } from '../builder.texts.ts'
import { openWebsites, SITE, website } from '../testing/open-websites.tsx'
import { websitesKey } from '../websites.keys.ts'

const OTHER = '018f6f2a-0000-7000-8000-000000000801'
const GET = `GET /v1/websites/${SITE}/`

const open = (answers: Parameters<typeof openWebsites>[1] = {}) =>
  openWebsites(`/website-builder/${SITE}`, { [GET]: { body: { data: website() } }, ...answers })

test('a tick for the changes of others is for those people: when a third one saves, it is asked again', async () => {
  const author = (n: number, name: string) => ({
    id: MemberId.parse(`018f6f2a-0000-7000-8000-00000000000${n}`),
    name,
    photo: null,
  })
  const [ben, cora] = [author(1, 'Ben'), author(2, 'Cora')]
  const view = open({ [GET]: { body: { data: website({ authors: [ben] }) } } })
  fireEvent.click(await view.findByRole('button', { name: /^Publish/ }))
  const ask = within(await view.findByRole('dialog', { name: texts.publishing.title }))
  const isOff = () => ask.getByRole('button', { name: texts.publishing.publish }).hasAttribute('disabled')
  expect(isOff()).toBe(true)
  fireEvent.click(ask.getByLabelText(texts.publishing.others('Ben')))
  expect(isOff()).toBe(false)
  view.server.change(GET, { body: { data: website({ version: 2, authors: [ben, cora] }) } })
  await act(() => view.queries.invalidateQueries({ queryKey: websitesKey }))
  expect(await ask.findByLabelText(texts.publishing.others('Ben and Cora'))).toHaveProperty('checked', false)
  expect(isOff()).toBe(true)
})

test('an image without a description is described right there, or marked as decorative, and then published', async () => {
  const image = (id: string, src: string): WebsiteElement => ({ id, type: 'image', src, alt: '', width: '100%' })
  const elements = [image('a', SITE), image('b', OTHER)]
  const pages = website().pages.map((page, at) => (at === 0 ? { ...page, elements } : page))
  const missing = (element: string): WebsiteProblem => ({
    code: 'alt_missing',
    level: 'warning',
    page: 'home',
    element,
  })
  const data = website({ pages, problems: [missing('a'), missing('b')] })
  const PUT = `PUT /v1/websites/${SITE}/`
  const PUBLISH = `POST /v1/websites/${SITE}/publish/`
  const view = open({
    [GET]: { body: { data } },
    [PUT]: { body: { data: { ...data, version: 2 } } },
    [PUBLISH]: { body: { publishUrl: data.publishUrl, data: { ...data, version: 2 } } },
  })
  const option = await view.findByRole('option', {
    name: /^1 of 2, Image: No description\. An image has no description\.$/,
  })
  expect(option).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: /^Publish/ }))
  const ask = within(await view.findByRole('dialog', { name: texts.publishing.title }))
  const first = within(ask.getByRole('group', { name: texts.publishing.undescribed(1, 'Home') }))
  const second = within(ask.getByRole('group', { name: texts.publishing.undescribed(2, 'Home') }))
  const shown = [first, second].map((one) => one.getByRole('presentation').getAttribute('src'))
  expect(shown).toEqual([`/v1/websites/${SITE}/pictures/${SITE}/?w=96`, `/v1/websites/${SITE}/pictures/${OTHER}/?w=96`])
  fireEvent.change(first.getByRole('textbox', { name: texts.publishing.descriptionOf(1, 'Home') }), {
    target: { value: 'The harbor at dusk' },
  })
  fireEvent.click(second.getByRole('checkbox', { name: texts.publishing.decorativeImage(2, 'Home') }))
  fireEvent.click(ask.getByRole('button', { name: texts.publishing.publish }))
  await waitFor(() => expect(view.server.sent(PUBLISH)).toHaveLength(1))
  expect(view.server.sent(PUT)).toMatchObject([
    { pages: [{ elements: [{ alt: 'The harbor at dusk' }, { decorative: true }] }, {}, {}, {}] },
  ])
})

test('publishing says how large the largest page is, and points out those that load slowly', async () => {
  const WEIGHTS = `GET /v1/websites/${SITE}/weights/`
  const weights = (home: number) => ({
    body: {
      data: [
        { page: 'about', bytes: 5_120 },
        { page: 'home', bytes: home },
      ],
    },
  })
  const publishing = async (home: number) => {
    const view = open({ [WEIGHTS]: weights(home) })
    fireEvent.click(await view.findByRole('button', { name: /^Publish/ }))
    return { view, ask: within(await view.findByRole('dialog', { name: texts.publishing.title })) }
  }
  const light = await publishing(11_674)
  expect(await light.ask.findByText(texts.publishing.largest('Home', '11.4 KB'))).toBeTruthy()
  light.view.unmount()
  const { ask } = await publishing(31_744)
  expect(await ask.findByText(texts.publishing.heavy('Home', '31 KB', '25 KB'))).toBeTruthy()
  expect(ask.getByRole('button', { name: texts.publishing.publish }).hasAttribute('disabled')).toBe(false)
})
