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

/** Somebody else saved first: it stays open which of the two drafts is kept. */
function useClash(site: Site) {
  const queries = useQueryClient()
  const [clash, setClash] = useState(false)
  return {
    clash,
    onFailed: (error: unknown) => {
      if (!isStale(error)) return false
      setClash(true)
      return true
    },
    /** Gives the website as the server has it now. */
    settle: async (): Promise<Website | undefined> => {
      setClash(false)
      const { website } = site
      return website ? queries.fetchQuery({ ...websiteQuery(website.id), staleTime: 0 }) : undefined
    },
  }
}

/** What is done with the whole website, with what is said about it. */
export function useSaving(site: Site, onSaved: (website: Website) => void) {
  const refresh = useWebsitesRefresh()
  const { busy, run } = useAct({ refresh })
  const { clash, onFailed, settle } = useClash(site)

  const write = async (base?: number): Promise<Website> => {
    const { content, website } = site
    const saved = website
      ? await websiteCalls.save(website.id, content, base ?? website.version)
      : await websiteCalls.create(content)
    site.tell({ type: 'saved', website: saved, sent: content })
    onSaved(saved)
    return saved
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

  return {
    busy,
    clash,
    save: () => save(),
    publish,
    restore,
    /** False: closing the question would take theirs, and settling it has closed it. */
    keepMine: async (): Promise<false> => {
      const website = await settle()
      if (!website) return false
      site.tell({ type: 'based', website })
      await save(website.version)
      return false
    },
    takeTheirs: async () => {
      const website = await settle()
      if (website) site.tell({ type: 'replaced', website })
    },
  }
}

export type Saving = ReturnType<typeof useSaving>
