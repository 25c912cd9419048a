import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { HelpAddress } from '../../areas/help/topics.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { closeOverlay } from '../overlay.ts'
import type { PageMeta } from '../pages.ts'
import { PHONE } from '../use-media.ts'
import { helpRequest, lastScreen } from './help-request.ts'
import { SCREEN_TOPICS, screenOf } from './screen-topics.ts'

const HelpPanel = lazyPart(
  () => import('../../areas/help/help-panel.tsx'),
  (module) => module.HelpPanel,
)

const screenIn = ({ state }: AnyRouter) => {
  const pages = state.matches.map(({ staticData }): PageMeta | undefined => staticData.page)
  return screenOf(pages.findLast((page) => page !== undefined))
}

/** Remembers which screen help's own page was called from. */
function useLastScreen(router: AnyRouter) {
  useEffect(() => {
    const note = () => {
      const screen = screenIn(router)
      if (screen !== 'help') lastScreen.set(screen)
    }
    note()
    return router.subscribe('onRendered', note)
  }, [router])
}

/** F1 and the palette open help over the right side of the page; on a phone, help is a page. */
export function HelpHost() {
  const router = useRouter()
  const [at, setAt] = useState<{ address: HelpAddress }>()
  const before = useRef<Element | null>(null)
  const isOpen = at !== undefined
  useLastScreen(router)
  useEffect(() => {
    const answer = () => {
      if (!helpRequest.get()) return
      helpRequest.set(null)
      closeOverlay('palette')
      const screen = screenIn(router)
      const address = SCREEN_TOPICS[screen ?? 'help']
      if (screen === 'help') document.querySelector<HTMLElement>('#main search input')?.focus()
      else if (matchMedia(PHONE).matches) void router.navigate({ to: '/help', hash: address })
      else {
        if (!isOpen) before.current = document.activeElement
        setAt({ address })
      }
    }
    // It may have been called for before this part of the page was there.
    answer()
    return helpRequest.subscribe(answer)
  }, [router, isOpen])
  const close = useCallback(() => {
    setAt(undefined)
    // The element that had the focus before may be gone by now.
    const place = before.current?.isConnected ? before.current : document.getElementById('main')
    if (place instanceof HTMLElement) place.focus()
  }, [])
  const main = document.getElementById('main')
  if (!at || !main) return null
  return createPortal(
    <Suspense>
      <HelpPanel at={at} onClose={close} onLeave={() => setAt(undefined)} />
    </Suspense>,
    main,
  )
}
