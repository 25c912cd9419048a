import { useQueryClient } from '@tanstack/react-query'
import type { MemberId } from '@throughline/contracts/ids'
import type { Website } from '@throughline/contracts/websites'
import { useState } from 'react'
import { isStale } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { spec, texts } from '../builder.texts.ts'
import { useWebsitesRefresh, websiteCalls, websiteQuery } from '../websites.api.ts'
import type { Site } from './use-site.ts'

const SAVED = 'website-saved'

/** What is done with the whole website, with what is said about it. */
export function useSaving(site: Site, onSaved: (website: Website) => void) {
  const refresh = useWebsitesRefresh()
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh })
  const [clash, setClash] = useState(false)

  const write = async (base?: number): Promise<Website> => {
    const { content, website } = site
    const saved = website
      ? await websiteCalls.save(website.id, content, base ?? website.version)
      : await websiteCalls.create(content)
    site.tell({ type: 'saved', website: saved, sent: content })
    onSaved(saved)
    return saved
  }

  const onFailed = (error: unknown) => {
    if (!isStale(error)) return false
    setClash(true)
    return true
  }

  const save = (base?: number): Promise<boolean> =>
    run({
      name: 'save',
      call: () => write(base),
      done: spec.saved,
      failed: spec.saveFailed,
      onFailed,
      toast: SAVED,
    })

  const publish = (include_authors: MemberId[]): Promise<boolean> =>
    run({
      name: 'publish',
      call: async () => {
        const website = site.website ?? (await write())
        const { data } = await websiteCalls.publish(website.id, {
          base_version: website.version,
          include_authors,
          note: '',
        })
        site.tell({ type: 'replaced', website: data })
        onSaved(data)
        return data
      },
      done: ({ publishUrl }) => texts.publishing.done(publishUrl),
      failed: spec.publishFailed,
      onFailed,
    })

  const restore = (number: number): Promise<boolean> =>
    run({
      name: 'restore',
      call: async () => {
        const { website } = site
        if (!website) return
        const restored = await websiteCalls.restoreVersion(website.id, number, website.version)
        site.tell({ type: 'replaced', website: restored })
        onSaved(restored)
      },
      done: texts.history.restored(number),
      failed: texts.history.restoreFailed,
      onFailed,
    })

  /** As the server has it now. */
  const current = async (): Promise<Website | undefined> => {
    const { website } = site
    return website ? queries.fetchQuery({ ...websiteQuery(website.id), staleTime: 0 }) : undefined
  }

  return {
    busy,
    clash,
    save: () => save(),
    publish,
    restore,
    keepMine: async () => {
      setClash(false)
      const website = await current()
      if (!website) return
      site.tell({ type: 'based', website })
      await save(website.version)
    },
    takeTheirs: async () => {
      setClash(false)
      const website = await current()
      if (website) site.tell({ type: 'replaced', website })
    },
  }
}

export type Saving = ReturnType<typeof useSaving>
