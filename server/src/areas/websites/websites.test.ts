import { setFormAccess } from '@throughline/contracts/forms'
import { type FormId, WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import * as websites from '@throughline/contracts/websites'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makePublishedForm } from '../../../test/form-responses.ts'
import { makeForm } from '../../../test/forms.ts'
import { websiteContent } from '../../../test/website-samples.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { sitesOrigin } from '../../core/config.ts'
import { purgeWebsites } from './trash.service.ts'

const api = await sharedApi()
const { actors, ours, theirs } = await createWorld(api)
const { client: ada } = actors.manager
const { client: ben } = actors.admin

const at = ({ id }: { id: string }) => ({ params: { websiteId: WebsiteId.parse(id) } })
const make = async (change: Partial<WebsiteContent> = {}) =>
  (await ada(websites.createWebsite, { body: websiteContent(change) })).data
const save = async (client: typeof ada, of: websites.Website, change: Partial<WebsiteContent>) => {
  const { title, pages, header_config, footer_config } = of
  const body = { title, pages, header_config, footer_config, ...change, base_version: of.version }
  return (await client(websites.saveWebsite, { ...at(of), body })).data
}
const publish = (client: typeof ada, of: websites.Website) =>
  client(websites.publishWebsite, { ...at(of), body: { base_version: of.version } })

const withElements = (of: websites.Website, elements: WebsiteContent['pages'][number]['elements']) =>
  of.pages.map((page, place) => (place === 0 ? { ...page, elements } : page))

describe('a new website', () => {
  test('has the pages, header and footer that every website begins with', async () => {
    const { data } = await ada(websites.createWebsite, { body: { title: 'Harbor' } })
    expect(data.pages.map(({ title }) => title)).toEqual(['Home', 'About', 'Offerings', 'Contact'])
    expect(data.header_config.menuItems.map(({ path }) => path)).toEqual(['/', '/about', '/offerings', '/contact'])
    expect(data).toMatchObject({ status: 'draft', is_published: false, version: 1, current_version: null })
    expect(data.publishUrl).toBe(`${sitesOrigin(api.ctx.config)}/public/websites/${data.id}`)
    // The specification's own colours of the footer are a hair below the ratio, and are said to be.
    expect(data.problems).toEqual([{ code: 'contrast', level: 'warning', name: 'footer' }])
  })

  test('is found in the list, the last changed first', async () => {
    const [first, second] = [await make(), await make()]
    await save(ada, first, { title: 'Changed last' })
    const { data } = await ada(websites.listWebsites, { query: { limit: 2 } })
    expect(data.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(data[0]).toMatchObject({ title: 'Changed last', page_count: 4 })
  })

  test('is found by its title without case and accents, with the beginning of its first page and no more', async () => {
    const made = await make({ title: 'Crème & Harbor' })
    const elements = Array.from({ length: 12 }, (_, n) => ({
      id: `p-${n}`,
      type: 'paragraph' as const,
      content: `Text ${n}`,
    }))
    const pages = made.pages.map((page, at) => ({
      ...page,
      elements: at < 2 ? elements.map((one) => ({ ...one, id: `${one.id}-${at}` })) : [],
    }))
    await save(ada, made, { pages })
    const { data } = await ada(websites.listWebsites, { query: { search: 'creme & HAR' } })
    expect(data.map(({ id }) => id)).toEqual([made.id])
    expect(data[0]?.preview.pages.map((page) => page.elements.length)).toEqual([8, 0, 0, 0])
    expect((await ada(websites.listWebsites, { query: { search: 'no such title' } })).data).toEqual([])
    const { client: stranger } = actors.other_admin
    expect((await stranger(websites.listWebsites, { query: { search: 'creme' } })).data).toEqual([])
  })

  test('takes no HTML, no unknown field, no colour that is none, and no more than its bounds', async () => {
    const { pages, header_config } = websiteContent()
    const [page] = pages
    const bodies = [
      { pages: [{ ...page, html: '<b>' }] },
      { pages: [{ ...page, elements: [{ id: 'a', type: 'html', content: '<b>' }] }] },
      { pages: [{ ...page, elements: [{ id: 'a', type: 'image', src: 'https://x.example/a.png', alt: '' }] }] },
      { header_config: { ...header_config, backgroundColor: 'red;}body{' } },
      { header_config: { ...header_config, menuItems: [] } },
      { pages: Array.from({ length: 51 }, (_, n) => ({ ...page, id: `p-${n}` })) },
    ]
    for (const body of bodies) {
      const refused = await refusal(
        ada(websites.createWebsite, { body: JSON.parse(JSON.stringify({ title: 'x', ...body })) }),
      )
      expect(refused.status, JSON.stringify(body).slice(0, 80)).toBe(422)
    }
  })

  test('keeps thirty pieces of metadata of any characters, and takes no more', async () => {
    const metadata = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${'木'.repeat(57)}${n + 100}`, '木'.repeat(500)]))
    const { data } = await ada(websites.createWebsite, { body: { title: 'Full', metadata: metadata(30) } })
    expect(Object.keys(data.metadata)).toHaveLength(30)
    const body = { title: 'Full', metadata: metadata(31) }
    expect((await refusal(ada(websites.saveWebsite, { ...at(data), body }))).status).toBe(422)
    expect((await refusal(ada(websites.createWebsite, { body }))).status).toBe(422)
  })

  test('shows no form of another workspace, as if it did not exist', async () => {
    const foreign = await makeForm(api.ctx, theirs)
    const made = await make()
    const pages = withElements(made, [{ id: 'f-1', type: 'form', form_id: foreign }])
    expect((await refusal(save(ada, made, { pages }))).status).toBe(404)
  })
})

describe('publishing', () => {
  test('makes the draft public, as a version with its changes, and says where it is', async () => {
    const made = await make()
    const { publishUrl, data } = await publish(ada, made)
    expect(publishUrl).toBe(made.publishUrl)
    expect(data).toMatchObject({ status: 'published', is_published: true, current_version: 1, draft_changes: 0 })
    const { data: visible } = await ada(websites.getPublicWebsite, at(made))
    expect(visible.pages).toEqual(made.pages)
    expect(await refusal(publish(ada, data))).toMatchObject({ status: 409, code: 'nothing_to_publish' })
  })

  test('ends when somebody takes the website off its address, and the list says who and when until it is public again', async () => {
    const made = await make()
    await publish(ada, made)
    await ben(websites.unpublishWebsite, at(made))
    const listed = async () => (await ada(websites.listWebsites, { query: {} })).data.find(({ id }) => id === made.id)
    const offline = await listed()
    expect(offline).toMatchObject({ status: 'draft', unpublished: { by: { name: 'Test admin' } } })
    expect(offline?.changed_by?.name).not.toBe('Test admin')
    expect(Date.now() - Date.parse(offline?.unpublished?.at ?? '')).toBeLessThan(60_000)
    await publish(ada, made)
    expect(await listed()).toMatchObject({ status: 'published', unpublished: null })
  })

  test('works under the specification’s other path too', async () => {
    const made = await make()
    const { visitor, client } = actors.manager
    const { csrfToken } = await client((await import('@throughline/contracts/auth')).getCsrf)
    const answer = await visitor.fetch(`${visitor.origin}/websites/${made.id}/publish`, {
      method: 'POST',
      headers: { 'x-csrftoken': csrfToken, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ publishUrl: made.publishUrl })
  })

  test('is refused while a link leads nowhere or a form is closed to visitors', async () => {
    const form = await makeForm(api.ctx, ours, { isPublished: false })
    await api.database.admin((admin) => admin.query('update forms set current_version = null where id = $1', [form]))
    const made = await make()
    const pages = withElements(made, [
      { id: 'p-1', type: 'paragraph', content: 'See [prices](/prices).' },
      { id: 'f-1', type: 'form', form_id: form },
    ])
    const refused = await refusal(publish(ada, await save(ada, made, { pages })))
    expect(refused).toMatchObject({ status: 409, code: 'has_errors' })
    expect(refused.errors?.map(({ message }) => message)).toEqual([
      'The link “/prices” leads nowhere.',
      'A form on this website isn’t published.',
    ])
  })

  test('asks before others’ changes go public', async () => {
    const made = await make()
    const changed = await save(ben, made, { title: 'By Ben' })
    const refused = await refusal(publish(ada, changed))
    expect(refused).toMatchObject({ status: 409, code: 'has_others_changes' })
    const { data } = await ada(websites.publishWebsite, {
      ...at(made),
      body: { include_authors: changed.authors.map(({ id }) => id) },
    })
    expect(data.current_version).toBe(1)
  })

  test('notes the address that a page had, and since when it leads on', async () => {
    const first = (await publish(ada, await make())).data
    expect(first.moves).toEqual([])
    const pages = first.pages.map((page) => (page.id === 'about' ? { ...page, path: 'team' } : page))
    const menuItems = first.header_config.menuItems.map((item) =>
      item.path === '/about' ? { ...item, path: '/team' } : item,
    )
    const changed = await save(ada, first, { pages, header_config: { ...first.header_config, menuItems } })
    const { moves } = (await publish(ada, changed)).data
    expect(moves).toEqual([{ page: 'about', path: 'about', until: expect.any(String) }])
    expect(Date.now() - Date.parse(moves[0]?.until ?? '')).toBeLessThan(60_000)
  })

  test('rolls back: an older version becomes the draft, and then public with the same content', async () => {
    const first = (await publish(ada, await make())).data
    const second = (await publish(ada, await save(ada, first, { title: 'Second' }))).data
    const { data: versions } = await ada(websites.listWebsiteVersions, { ...at(first), query: {} })
    expect(versions.map(({ number, change_count }) => [number, change_count])).toEqual([
      [2, 1],
      [1, first.pages.length + 3],
    ])
    const params = { ...at(first).params, number: 1 }
    const { data } = await ada(websites.restoreWebsiteVersion, { params, body: { base_version: second.version } })
    expect(data.title).toBe(first.title)
    await publish(ada, data)
    const hashes = await api.database.admin((admin) =>
      admin.query('select hash from website_versions where website_id = $1 order by number', [first.id]),
    )
    expect(hashes.rows[0]).toEqual(hashes.rows[2])
  })
})

describe('two people at one website', () => {
  test('a save on an older state is refused with who changed what', async () => {
    const made = await make()
    const pages = withElements(made, [{ id: 'h-1', type: 'heading', content: 'Welcome', level: 1 }])
    await save(ben, made, { pages })
    const refused = await refusal(save(ada, made, { title: 'Mine' }))
    expect(refused).toMatchObject({ status: 409, code: 'stale_version' })
    expect(refused.errors?.map(({ message }) => message)).toEqual(['Test admin added “Welcome” on Home'])
  })

  test('the same save again is accepted and changes nothing', async () => {
    const made = await make()
    const once = await save(ada, made, { title: 'Twice' })
    const again = await save(ada, made, { title: 'Twice' })
    expect(again.version).toBe(once.version)
  })
})

describe('the trash', () => {
  test('ends the public address, and restoring brings it back', async () => {
    const { data } = await publish(ada, await make())
    await ada(websites.removeWebsite, at(data))
    expect((await refusal(ada(websites.getPublicWebsite, at(data)))).status).toBe(404)
    expect((await refusal(ada(websites.getWebsite, at(data)))).status).toBe(404)
    const { data: back } = await ada(websites.restoreWebsite, at(data))
    expect(back).toMatchObject({ status: 'published', deleted_at: null })
    expect((await ada(websites.getPublicWebsite, at(data))).data.title).toBe(data.title)
  })

  test('is emptied after thirty days, of everything that belongs to a website', async () => {
    const { data } = await publish(ada, await make())
    await ada(websites.removeWebsite, at(data))
    await api.database.admin((admin) =>
      admin.query(`update websites set deleted_at = now() - interval '31 days' where id = $1`, [data.id]),
    )
    expect(await purgeWebsites(api.ctx, theirs)).toBe(0)
    while ((await purgeWebsites(api.ctx, ours)) > 0);
    for (const table of ['website_drafts', 'website_versions', 'website_moves', 'website_pictures']) {
      const { rows } = await api.database.admin((admin) =>
        admin.query(`select from ${table} where website_id = $1`, [data.id]),
      )
      expect(rows, table).toEqual([])
    }
  })
})

describe('a form that is hidden from a person', () => {
  const hide = async (formId: FormId) => {
    const body = { visibility: 'limited' as const, team_ids: [], member_ids: [ours.ownerId] }
    await actors.owner.client(setFormAccess, { params: { formId }, body })
  }
  const withForm = async () => {
    const form = await makePublishedForm(api.ctx, ours)
    const made = await make()
    const pages = withElements(made, [{ id: 'f-1', type: 'form', form_id: form }])
    return { form, shown: await save(ada, made, { pages }) }
  }
  const read = async (of: websites.Website) => (await ada(websites.getWebsite, at(of))).data

  test('is named by no draft; on the public version visitors read its title, too', async () => {
    const { form, shown } = await withForm()
    expect(shown.forms).toMatchObject([{ id: form }])
    await hide(form)
    expect((await read(shown)).forms).toEqual([])
    expect((await actors.owner.client(websites.getWebsite, at(shown))).data.forms).toMatchObject([{ id: form }])
    const { data } = await actors.owner.client(websites.publishWebsite, {
      ...at(shown),
      body: { include_authors: shown.authors.map(({ id }) => id) },
    })
    expect((await read(data)).forms).toMatchObject([{ id: form }])
  })

  test('comes into no draft by a copy or an older version', async () => {
    const { form, shown } = await withForm()
    const { data } = await publish(ada, shown)
    const without = await save(ada, data, { pages: withElements(data, []) })
    await hide(form)
    const params = { ...at(shown).params, number: 1 }
    const restore = ada(websites.restoreWebsiteVersion, { params, body: { base_version: without.version } })
    expect((await refusal(restore)).status).toBe(404)
    const copied = await withForm()
    await hide(copied.form)
    expect((await refusal(ada(websites.duplicateWebsite, at(copied.shown)))).status).toBe(404)
  })
})

test('A copy is a draft of its own, with the same content', async () => {
  const made = await make()
  const { data } = await ada(websites.duplicateWebsite, at(made))
  expect(data).toMatchObject({ title: `${made.title} (copy)`, status: 'draft', pages: made.pages })
})
