import { act, fireEvent, within } from '@testing-library/react'
import { MemberId } from '@throughline/contracts/ids'
import { expect, test } from 'vitest'
import { texts } from '../builder.texts.ts'
import { openWebsites, SITE, website } from '../testing/open-websites.tsx'
import { websitesKey } from '../websites.keys.ts'

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
