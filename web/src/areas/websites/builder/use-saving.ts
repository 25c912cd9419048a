import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import type { MemberId } from '@throughline/contracts/ids'
import type { Website } from '@throughline/contracts/websites'
import { isStale } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { spec, texts } from '../builder.texts.ts'
import { useWebsitesRefresh, websiteCalls, websiteQuery } from '../websites.api.ts'
import type { WebsiteSession } from './use-site.ts'

const SAVED = 'website-saved'

type SavingOptions = { onSaved: (website: Website) => void; onClash: () => void }

class NotSaved extends Error {}

const isPublishedAlready = (error: unknown) => error instanceof ApiError && error.code === 'nothing_to_publish'

/** Sends what is not sent yet, for itself or before something else is done with the draft. */
function useSettledDraft(session: WebsiteSession, { onSaved, onClash }: SavingOptions) {
  const queries = useQueryClient()

  const save = async (): Promise<boolean> => {
    const result = await session.save()
    const { stored, failed } = session.get()
    if (result === 'clash') onClash()
    if (result === 'failed')
      toast.error(spec.saveFailed, { id: SAVED, ...(failed ? { description: failed } : undefined) })
    if (result !== 'saved' || !stored) return false
    toast.success(spec.saved, { id: SAVED })
    onSaved(stored)
    return true
  }

  /** Before something is asked about the draft as the server has it. */
  const settle = async (): Promise<boolean> => (session.isDirty() ? save() : true)

  const replace = async (change: (website: Website) => Promise<Website>): Promise<Website> => {
    const result = await session.save()
    const { stored } = session.get()
    if (result === 'clash') onClash()
    if (result !== 'saved' || !stored) throw new NotSaved()
    const website = await change(stored)
    session.tell({ type: 'replaced', stored: website })
    onSaved(website)
    return website
  }

  /** Somebody saved meanwhile: their changes are shown first. */
  const onFailed = (error: unknown) => {
    const id = session.get().stored?.id
    if (isStale(error) && id !== undefined) void queries.invalidateQueries({ queryKey: websiteQuery(id).queryKey })
    return error instanceof NotSaved
  }

  return { save, settle, replace, onFailed }
}

/** The version that comes back may be what visitors read already: then nothing is left to publish. */
async function publishOrKeep(id: string, body: Parameters<typeof websiteCalls.publish>[1], restored: Website) {
  try {
    return (await websiteCalls.publish(id, body)).data
  } catch (error) {
    if (isPublishedAlready(error)) return restored
    throw error
  }
}

/** What is done with the whole website, with what is said about it. */
export function useSaving(session: WebsiteSession, options: SavingOptions) {
  const refresh = useWebsitesRefresh()
  const { busy, run } = useAct({ refresh })
  const { save, settle, replace, onFailed } = useSettledDraft(session, options)

  const publish = (include_authors: MemberId[], note = ''): Promise<boolean> =>
    run({
      name: 'publish',
      call: () =>
        replace(async ({ id, version: base_version }) => {
          const { data } = await websiteCalls.publish(id, { base_version, include_authors, note })
          return data
        }),
      done: ({ publishUrl }) => texts.publishing.done(publishUrl),
      failed: spec.publishFailed,
      onFailed,
    })

  const unpublish = (): Promise<boolean> =>
    run({
      name: 'unpublish',
      call: () => replace(async ({ id }) => (await websiteCalls.unpublish(id)).data),
      done: texts.unpublished,
      failed: texts.unpublishFailed,
      onFailed,
    })

  const restore = (number: number): Promise<boolean> =>
    run({
      name: 'restore',
      call: () => replace(({ id, version }) => websiteCalls.restoreVersion(id, number, version)),
      done: texts.history.restored(number),
      failed: texts.history.restoreFailed,
      onFailed,
    })

  /** An older version is public again by one press: it becomes the draft, and the draft is published. */
  const rollBack = (number: number): Promise<boolean> =>
    run({
      name: 'rollBack',
      call: () =>
        replace(async ({ id, version }) => {
          const restored = await websiteCalls.restoreVersion(id, number, version)
          session.tell({ type: 'replaced', stored: restored })
          const include_authors = restored.authors.map((author) => author.id)
          const body = { base_version: restored.version, include_authors, note: texts.history.note(number) }
          return publishOrKeep(id, body, restored)
        }),
      done: texts.history.rolledBack(number),
      failed: spec.publishFailed,
      onFailed,
    })

  return { busy, save, settle, publish, unpublish, restore, rollBack }
}

export type SaveActions = ReturnType<typeof useSaving>
