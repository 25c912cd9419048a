import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type LandingLinks, LandingScreen } from '../areas/landing/landing.screen.tsx'
import { texts } from '../areas/landing/landing.texts.ts'
import { hostUrl } from './hosts.ts'

/** What the server knows of the company behind this installation. */
function readLinks(): LandingLinks {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tl-landing"]')?.content
  return content ? JSON.parse(content) : {}
}

/** One page: whatever was asked for, it is /home. */
export function mount(place: HTMLElement) {
  if (location.pathname !== '/home') history.replaceState(null, '', `/home${location.search}`)
  document.title = texts.title
  createRoot(place).render(
    <StrictMode>
      <LandingScreen appUrl={hostUrl('app')} year={new Date().getFullYear()} links={readLinks()} />
    </StrictMode>,
  )
}
