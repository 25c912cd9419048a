import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleDocument } from '../testing/sample-document.ts'
import { spec, texts } from './preview.texts.ts'
import { browserParts } from './testing/browser-parts.ts'
import { about, CONTENT, openPreview, press, serveFiles } from './testing/open-preview.tsx'

const { held } = browserParts()

const notes = sampleDocument(1, 'notes.txt', 'text/plain')
const photo = sampleDocument(2, 'harbour.png', 'image/png')
const sheet = sampleDocument(3, 'fees.xlsx', 'application/vnd.ms-excel')
const text = (words: string) => ({ kind: 'text', text: words, cut: false }) as const
const png = new Blob(['png'], { type: 'text/html' })

const dialog = () => screen.findByRole('dialog')
/** There is another one for phones. */
const downloadButton = async () => {
  const [button] = await screen.findAllByRole('button', { name: new RegExp(`^${spec.download}`) })
  if (!button) throw new Error('nothing can be downloaded')
  return button
}

test('name, kind, size, version and who made it stand above; the focus starts on the dialog and comes back', async () => {
  serveFiles(about(notes, text('One line')))
  const { opener } = openPreview([notes])
  const opened = await dialog()
  expect(await within(opened).findByText('One line')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'notes.txt' })).toBeTruthy()
  expect(screen.getByText('Text · 482.6 KB · version 1 by Maya Okafor, Nov 12, 2026')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(opened))
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(opener)
})

test('Space closes, but not while a button has the focus', async () => {
  serveFiles(about(notes, text('One line')))
  openPreview([notes])
  const find = await screen.findByRole('button', { name: texts.find })
  find.focus()
  press(' ')
  expect(screen.getByRole('dialog')).toBeTruthy()
  ;(await dialog()).focus()
  press(' ')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('← and → lead to the other files, and no further than the last', async () => {
  serveFiles({ ...about(notes, text('First')), ...about(sheet, { kind: 'none', reason: 'unsupported' }) })
  openPreview([notes, sheet])
  expect(await screen.findByText('First')).toBeTruthy()
  expect(screen.getByText(texts.fileOf(1, 2))).toBeTruthy()
  await waitFor(async () => expect(document.activeElement).toBe(await dialog()))
  press('ArrowRight')
  expect(await screen.findByText(texts.unsupported)).toBeTruthy()
  expect(screen.getByText(texts.fileOf(2, 2))).toBeTruthy()
  press('ArrowRight')
  expect(screen.getByText(texts.fileOf(2, 2))).toBeTruthy()
  press('ArrowLeft')
  expect(await screen.findByText('First')).toBeTruthy()
})

test('where the list goes on, it is said to hold more', async () => {
  serveFiles({ ...about(notes, text('First')), ...about(sheet, { kind: 'none', reason: 'unsupported' }) })
  openPreview([notes, sheet], { more: true })
  expect(await screen.findByText('File 1 of 2+')).toBeTruthy()
})

test('C, I and D do what the page and the server allow, and nothing while somebody types', async () => {
  const [onComment, onDetails] = [vi.fn(), vi.fn()]
  const { asked } = serveFiles(about(notes, text('One line')))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  openPreview([notes], { onComment, onDetails })
  await downloadButton()
  await waitFor(async () => expect(document.activeElement).toBe(await dialog()))
  press('/')
  const field = await screen.findByRole('searchbox', { name: texts.find })
  await waitFor(() => expect(document.activeElement).toBe(field))
  for (const key of ['c', 'i', 'd', ' ', 'ArrowLeft']) press(key)
  expect(onComment).not.toHaveBeenCalled()
  press('Escape')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  for (const key of ['c', 'i', 'd']) press(key)
  expect(onComment).toHaveBeenCalledWith(notes.id)
  expect(onDetails).toHaveBeenCalledWith(notes.id)
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  expect(asked.at(-1)).toContain('open=attachment')
})

test('a download that is refused says so', async () => {
  const { change } = serveFiles(about(notes, text('One line')))
  change(`/v1/documents/${notes.id}/link/`, 'unreachable')
  const { toasts } = openPreview([notes])
  fireEvent.click(await downloadButton())
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual([texts.notDownloaded('notes.txt')]))
})

test('+ and − change the size step by step', async () => {
  serveFiles(about(notes, text('One line')))
  openPreview([notes])
  await screen.findByText('One line')
  await waitFor(async () => expect(document.activeElement).toBe(await dialog()))
  expect(screen.getByText('100%')).toBeTruthy()
  press('+')
  expect(await screen.findByText('110%')).toBeTruthy()
  press('-')
  press('-')
  expect(await screen.findByText('90%')).toBeTruthy()
})

test('loading, then the failure with the specification’s words, then once more', async () => {
  const path = `/v1/documents/${notes.id}/preview/`
  const { change } = serveFiles({ ...about(notes, text('One line')), [path]: 'silent' })
  const first = openPreview([notes])
  expect(await screen.findByText(texts.loading)).toBeTruthy()
  first.unmount()
  change(path, { status: 500, body: {} })
  openPreview([notes])
  expect(await screen.findByText(spec.failed)).toBeTruthy()
  Object.entries(about(notes, text('One line'))).forEach(([at, answer]) => change(at, answer))
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('One line')).toBeTruthy()
})

test('a picture is fetched as bytes, shown through an object address, and that is given back', async () => {
  const { asked } = serveFiles({ ...about(photo, { kind: 'image' }), [CONTENT]: png })
  openPreview([photo])
  const image = await screen.findByAltText('harbour.png')
  expect(image.getAttribute('src')).toBe('blob:1')
  expect(asked.some((one) => one.includes('/link/?') && one.includes('open=inline'))).toBe(true)
  expect([...held]).toEqual(['blob:1'])
  press('Escape')
  await waitFor(() => expect([...held]).toEqual([]))
})

test('where the link fails, the file’s own address is used; where that fails too, it says so', async () => {
  const link = `/v1/documents/${photo.id}/link/`
  const { asked, change } = serveFiles({
    ...about(photo, { kind: 'image' }),
    [link]: 'unreachable',
    [photo.file_url]: png,
  })
  const first = openPreview([photo])
  expect(await screen.findByAltText('harbour.png')).toBeTruthy()
  expect(asked.some((one) => one.includes(photo.file_url))).toBe(true)
  first.unmount()
  change(photo.file_url, { status: 404, body: {} })
  openPreview([photo])
  expect(await screen.findByText(spec.failed)).toBeTruthy()
  change(photo.file_url, png)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByAltText('harbour.png')).toBeTruthy()
})

test('a damaged picture, one that is none, and one beyond all measure are not drawn', async () => {
  serveFiles({ ...about(photo, { kind: 'image' }), [CONTENT]: png })
  const first = openPreview([photo])
  fireEvent.error(await screen.findByAltText('harbour.png'))
  expect(await screen.findByText(texts.damagedPicture)).toBeTruthy()
  first.unmount()

  const drawing = sampleDocument(4, 'logo.svg', 'image/svg+xml')
  serveFiles({ ...about(drawing, { kind: 'image' }), [CONTENT]: png })
  const second = openPreview([drawing])
  expect(await screen.findByText(texts.damagedPicture)).toBeTruthy()
  second.unmount()

  serveFiles({ ...about(photo, { kind: 'image' }), [CONTENT]: png })
  openPreview([photo])
  const image = await screen.findByAltText('harbour.png')
  expect(image.hidden).toBe(true)
  Object.defineProperties(image, { naturalWidth: { value: 14_000 }, naturalHeight: { value: 14_000 } })
  fireEvent.load(image)
  expect(await screen.findByText(texts.tooLarge)).toBeTruthy()
})
