import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FormVersion } from '@throughline/contracts/forms'
import { useCallback, useMemo, useState } from 'react'
import { formBuilderSearch } from './builder-search.ts'
import { pageOf } from './model/pages.ts'
import type { FormSession } from './session.ts'

export type Mode = 'form' | 'outline' | 'preview'
export type PanelName = 'banner' | 'thanks' | 'settings' | 'versions'

type Shown = {
  page: number
  selected: string | undefined
  panel: PanelName | undefined
  /** Added last: its words are to be typed. */
  fresh: string | undefined
  /** An older version that is looked at instead. */
  version: FormVersion | undefined
}

/** What of the form is in sight: how it is shown stands in the address, the rest belongs to the page. */
export function useView(session: FormSession) {
  const search = formBuilderSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [shown, setShown] = useState<Shown>({
    page: 0,
    selected: undefined,
    panel: undefined,
    fresh: undefined,
    version: undefined,
  })
  const mode: Mode = search.mode ?? 'form'
  const setMode = useCallback(
    (next: Mode) =>
      void navigate({
        to: '.',
        search: formBuilderSearch({ mode: next === 'form' ? undefined : next }),
        replace: true,
      }),
    [navigate],
  )
  const acts = useMemo(() => {
    const at = () => session.get().content.elements
    return {
      select: (id: string | undefined) =>
        setShown((now) => ({
          ...now,
          selected: id,
          fresh: undefined,
          panel: id === undefined ? now.panel : undefined,
          version: undefined,
          page: id === undefined ? now.page : pageOf(at(), id),
        })),
      /** An element that has just been added or moved. */
      follow: (id: string | undefined) =>
        setShown((now) => ({
          ...now,
          selected: id,
          fresh: id,
          panel: undefined,
          version: undefined,
          page: id === undefined ? now.page : pageOf(at(), id),
        })),
      goToPage: (page: number) => setShown((now) => ({ ...now, page, selected: undefined, version: undefined })),
      openPanel: (panel: PanelName | undefined) =>
        setShown((now) => ({ ...now, panel, selected: undefined, version: undefined })),
      showVersion: (version: FormVersion | undefined) => setShown((now) => ({ ...now, version, page: 0 })),
    }
  }, [session])
  return { ...shown, ...acts, mode, setMode, wantsEdit: search.edit === true }
}

export type View = ReturnType<typeof useView>
