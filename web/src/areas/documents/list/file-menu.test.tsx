import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { row } from '../../tasks/testing/sample-tasks.ts'
import { page as workflows } from '../../workflows/testing/sample-workflows.ts'
import { spec, texts } from '../documents.texts.ts'
import { document, groups, LIST, openFiles, page, WORKFLOW } from '../testing/open-files.tsx'

const letter = document(2, 'Engagement letter.pdf', { status: 'review' })
const schedule = document(1, 'Fee schedule.pdf')
const AT = `/v1/documents/${letter.id}/`
const can = { manage: true, decide: false, purge: false }
const both = {
  [LIST]: page([letter, schedule]),
  [`GET ${AT}`]: { body: { ...letter, versions: [], decisions: [], related_files: [], can } },
  [`GET ${AT}comments/?limit=50`]: { body: { data: [], pagination: { next_cursor: null } } },
}

const words = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)

test('the button of a row, a right click and the panel offer the same, in the same order', async () => {
  const view = openFiles('/files', both)
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor(letter.name) }))
  const ofRow = words(await view.findByRole('menu'))
  const acts = [texts.preview, texts.download, texts.copyLink, texts.rename, texts.newVersion, texts.move, texts.delete]
  expect(ofRow).toEqual([`${texts.details}↵`, `${texts.preview}Space`, ...acts.slice(1)])
  fireEvent.keyDown(view.getByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(view.queryByRole('menu')).toBeNull())
  fireEvent.contextMenu(view.getByText(letter.name))
  expect(words(await view.findByRole('menu'))).toEqual(ofRow)
  fireEvent.click(within(view.getByRole('menu')).getByRole('menuitem', { name: /^Details/ }))
  const panel = within(await view.findByRole('complementary', { name: `Details: ${letter.name}` }))
  fireEvent.click(panel.getByRole('button', { name: 'More actions' }))
  await waitFor(() => expect(words(view.getByRole('menu'))).toEqual(ofRow.slice(1)))
})

test('a new version of another name or type is asked about first', async () => {
  const view = openFiles('/files', both)
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor(letter.name) }))
  fireEvent.click(await view.findByRole('menuitem', { name: texts.newVersion }))
  const choose = (name: string) => {
    const input = view.container.querySelector('input[type="file"][hidden]') ?? view.container
    fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
  }
  choose('Draft.docx')
  const dialog = await view.findByRole('alertdialog', { name: 'Replace Engagement letter.pdf with Draft.docx?' })
  expect(dialog.textContent).toContain('different type of file')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(view.queryByRole('alertdialog')).toBeNull())
  choose('engagement letter.PDF')
  expect(view.queryByRole('alertdialog')).toBeNull()
})

test('a file is moved to a task of an instance', async () => {
  const sign = row(1, 'Sign it', { instance_name: 'Meridian 2026' })
  const tasks = { body: { data: [sign], pagination: { next_cursor: null } } }
  const view = openFiles('/files', {
    ...both,
    'GET /v1/workflows/?status=active&sort=name&limit=20': workflows([]),
    'GET /v1/tasks/?status=pending_only&limit=50': tasks,
    'GET /v1/tasks/?search=Sign&status=pending_only&limit=50': tasks,
    [`PATCH ${AT}`]: { body: letter },
  })
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor(letter.name) }))
  fireEvent.click(await view.findByRole('menuitem', { name: texts.move }))
  const dialog = within(await view.findByRole('dialog', { name: texts.moveOf(letter.name) }))
  const move = dialog.getByRole('button', { name: texts.bulk.moveAct })
  expect(move).toHaveProperty('disabled', true)
  const field = dialog.getByRole('combobox', { name: texts.bulk.moveTask })
  fireEvent.mouseDown(field)
  fireEvent.click(field)
  fireEvent.change(field, { target: { value: 'Sign' } })
  fireEvent.click(await view.findByRole('option', { name: /Sign it.*Meridian 2026/ }))
  fireEvent.click(move)
  await waitFor(() =>
    expect(view.server.sent(`PATCH ${AT}`)).toMatchObject([
      { place: { task_id: sign.id, instance_id: null, workflow_id: null } },
    ]),
  )
})

test('what nobody can open yet says so in the place of its status, and is named when others are downloaded', async () => {
  const checked = { ...letter.processing, state: 'quarantined' as const }
  const held = document(4, 'Scan.pdf', { status: 'review', downloadable: false, processing: checked })
  const view = openFiles('/files', {
    [LIST]: page([held, letter]),
  })
  await view.findByRole('link', { name: held.name })
  const row = within(view.getByRole('row', { name: new RegExp(held.name) }))
  expect(row.getByText('Scanning')).toBeTruthy()
  expect(row.queryByText(spec.statuses.review)).toBeNull()
  fireEvent.click(row.getByRole('checkbox'))
  fireEvent.click(view.getByRole('button', { name: texts.bulk.download }))
  await waitFor(() => expect(view.toasts.at(-1)).toMatchObject({ title: texts.leftOut(1) }))
  expect(view.toasts.at(-1)?.description).toContain('Scan.pdf')
})

test('I leads from a row to its details and back', async () => {
  const view = openFiles('/files', both)
  const row = await view.findByRole('link', { name: letter.name })
  row.focus()
  pressPageKey('i')
  const panel = await view.findByRole('complementary', { name: `Details: ${letter.name}` })
  pressPageKey('i')
  expect(window.document.activeElement).toBe(panel)
  pressPageKey('i')
  expect(window.document.activeElement).toBe(await view.findByRole('link', { name: letter.name }))
})

test('the focus comes back to the row of the file that was looked at last', async () => {
  const shown = (id: string, name: string) => ({
    [`GET /v1/documents/${id}/preview/`]: {
      body: {
        data: {
          version_number: 1,
          name,
          content_type: 'text/plain',
          size: 3,
          preview: { kind: 'none', reason: 'unsupported' },
        },
      },
    },
  })
  const view = openFiles('/files', { ...both, ...shown(letter.id, 'One'), ...shown(schedule.id, 'Two') })
  const row = await view.findByRole('link', { name: letter.name })
  row.focus()
  fireEvent.keyDown(row, { key: ' ' })
  const dialog = await view.findByRole('dialog')
  await waitFor(() => expect(window.document.activeElement).toBe(dialog))
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  await waitFor(() => expect(view.address()).toContain(schedule.id))
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(view.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(window.document.activeElement).toBe(view.getByRole('link', { name: schedule.name })))
})

test('a map on which the filters leave nothing says so; without a workflow to show it says that', async () => {
  const view = openFiles(`/files?view=map&workflow=${WORKFLOW}&q=zzz`, {
    [`GET /v1/documents/groups/?workflow=${WORKFLOW}&search=zzz&by=step`]: groups({ sign: 0, ask: 0 }),
  })
  expect(await view.findByText(texts.empty.found)).toBeTruthy()
  view.unmount()
  const none = openFiles('/files?view=map', {
    'GET /v1/workflows/?status=active&sort=name&limit=20': workflows([]),
  })
  expect(await none.findByText(texts.map.none)).toBeTruthy()
})
