import { act, fireEvent, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connectToasts } from '../../../ui/toast.ts'
import { form, row as formRow, page as forms } from '../../forms/testing/sample-forms.ts'
import { texts } from '../builder.texts.ts'
import { openWebsites, SITE, website } from '../testing/open-websites.tsx'
import { contentOf } from './model.ts'
import { useElementActs } from './use-element-acts.ts'
import { openSession, useSite } from './use-site.ts'

const GET = `GET /v1/websites/${SITE}/`

const open = (answers: Parameters<typeof openWebsites>[1] = {}) =>
  openWebsites(`/website-builder/${SITE}`, { [GET]: { body: { data: website() } }, ...answers })

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `p-${n}`, type: 'paragraph' as const, content: `Text ${n}` }))

test('what the server would refuse is refused at once, with a sentence: the 51st page, and a text that is too long', async () => {
  const pages = Array.from({ length: 50 }, (_, n) => ({
    id: `page-${n}`,
    title: `Page ${n}`,
    elements: n === 0 ? paragraphs(1) : [],
  }))
  const view = open({ [GET]: { body: { data: website({ pages }) } } })
  fireEvent.click(await view.findByLabelText(texts.addPage))
  expect(view.said()).toEqual([texts.pagesFull(50)])
  const list = view.getByLabelText(texts.onPage)
  fireEvent.keyDown(list, { key: 'Home' })
  fireEvent.keyDown(list, { key: 'Enter' })
  const text = await view.findByLabelText(texts.writing.label(texts.kinds.paragraph, texts.writing.content))
  text.textContent = 'a'.repeat(10_001)
  fireEvent.input(text)
  expect(text.textContent).toBe('Text 0')
  expect(view.said().slice(1)).toEqual([texts.writing.tooLong(10_000)])
  text.textContent = 'a'.repeat(10_000)
  fireEvent.input(text)
  expect(view.getByLabelText(texts.text)).toHaveProperty('value', 'a'.repeat(10_000))
})

test('a page that has 300 elements takes no more, however they would come', () => {
  const said: string[] = []
  connectToasts({ show: ({ title }) => said.push(title), close: () => undefined })
  const { pages } = website()
  const full = website({ pages: pages.map((page, at) => (at === 0 ? { ...page, elements: paragraphs(300) } : page)) })
  const session = openSession(full, contentOf(full))
  const select = () => undefined
  const { result } = renderHook(
    ({ page }) => {
      const site = useSite(session)
      return { site, ...useElementActs(site, page, undefined, select) }
    },
    { initialProps: { page: 'home' } },
  )
  act(() => result.current.acts.add('heading'))
  act(() => result.current.acts.duplicate('p-0'))
  expect(said).toEqual([texts.elementsFull(300), texts.elementsFull(300)])
  expect(result.current.site.dirty).toBe(false)
  act(() => result.current.acts.moveToPage('p-0', 'about'))
  act(() => result.current.acts.add('heading'))
  expect(result.current.site.content.pages.map(({ elements }) => elements.length)).toEqual([300, 1, 0, 0])
})

test('a form is found by its title among however many there are, and is named at once', async () => {
  const wanted = formRow(901, 'Zoning request')
  const FOUND = 'GET /v1/forms/?search=zon&status=active&sort=title&limit=20'
  const view = open({
    [FOUND]: forms([wanted]),
    [`GET /v1/forms/${wanted.id}/`]: { body: { data: form({ id: wanted.id, title: 'Zoning request' }) } },
  })
  fireEvent.click(await view.findByRole('button', { name: texts.kinds.form }))
  const box = view.getByRole('combobox', { name: texts.form })
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  fireEvent.input(box, { target: { value: 'zon' }, inputType: 'insertText' })
  await waitFor(() => expect(view.server.sent(FOUND)).toHaveLength(1))
  const option = await view.findByRole('option', { name: 'Zoning request' })
  fireEvent.pointerDown(option)
  fireEvent.mouseUp(option)
  fireEvent.click(option)
  await waitFor(() => expect(box).toHaveProperty('value', 'Zoning request'))
})
