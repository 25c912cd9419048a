import { useNavigate } from '@tanstack/react-router'
import type { WebsiteRow } from '@throughline/contracts/websites'
import { useMemo } from 'react'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { useAct } from '../../../shared/use-act.ts'
import { useWebsitesRefresh, websiteCalls } from '../websites.api.ts'
import { spec, texts } from '../websites.texts.ts'

export const titleOf = ({ title }: Pick<WebsiteRow, 'title'>) => title || spec.untitled

/** What one can do to a website from the list, with what is said about it afterwards. */
export function useWebsiteActs() {
  const navigate = useNavigate()
  const refresh = useWebsitesRefresh()
  const { run } = useAct({ refresh })
  return useMemo(() => {
    const trash = trashActs({
      calls: websiteCalls,
      nameOf: (site: WebsiteRow) => titleOf(site),
      failed: { remove: () => spec.deleteFailed, restore: () => texts.restoreFailed },
      refresh,
    })

    const publish = (site: WebsiteRow): Promise<boolean> =>
      run({
        // Others' changes are refused here: they are seen and agreed to in the builder.
        call: () => websiteCalls.publish(site.id, {}),
        done: texts.publishedNow(titleOf(site)),
        failed: spec.publishFailed,
        // Whatever stands in the way is shown and mended there, too.
        retry: {
          label: texts.openIt,
          act: () => navigate({ to: '/website-builder/$websiteId', params: { websiteId: site.id } }),
        },
      })

    const unpublish = (site: WebsiteRow): Promise<boolean> =>
      run({
        call: () => websiteCalls.unpublish(site.id),
        done: texts.unpublished(titleOf(site)),
        failed: texts.unpublishFailed,
        retry: () => unpublish(site),
      })

    const duplicate = (site: WebsiteRow): Promise<boolean> =>
      run({
        call: () => websiteCalls.duplicate(site.id),
        done: ({ data }) => texts.duplicated(data.title),
        failed: texts.duplicateFailed,
        retry: () => duplicate(site),
      })

    return { ...trash, publish, unpublish, duplicate }
  }, [navigate, refresh, run])
}

export type WebsiteActs = ReturnType<typeof useWebsiteActs>
