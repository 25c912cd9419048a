import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pageTitle } from '../ui/page-title.ts'
import { overlay } from './overlay.ts'
import { texts } from './texts.ts'

const titleOf = (matches: readonly { staticData: { page?: { title: string } } }[]) =>
  matches.findLast((match) => match.staticData.page)?.staticData.page?.title

/** The heading of the new page, unless the page has put the focus somewhere in itself or something was opened over it. */
function focusHeading() {
  if (overlay.get()) return
  const main = document.getElementById('main')
  const heading = main?.querySelector('h1')
  if (!heading || main?.contains(document.activeElement)) return
  heading.tabIndex = -1
  heading.classList.add('outline-none')
  heading.focus({ preventScroll: true })
}

/** Names the page in the window's title; after a change of page also for the ears, with the focus on its heading. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const name = () => {
      const title = pageTitle.get() ?? titleOf(router.state.matches)
      document.title = title ? texts.pageTitle(title) : texts.product
      return title
    }
    name()
    const renamed = pageTitle.subscribe(name)
    const rendered = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      const title = name()
      if (!fromLocation || !pathChanged) return
      setAnnounced(title ?? '')
      focusHeading()
    })
    return () => {
      renamed()
      rendered()
    }
  }, [router])
  return <output className="sr-only">{announced}</output>
}
