import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LandingScreen } from '../areas/landing/landing.screen.tsx'
import { texts } from '../areas/landing/landing.texts.ts'
import { hostUrl } from './hosts.ts'

/** One page: whatever was asked for, it is /home. */
export function mount(place: HTMLElement) {
  if (location.pathname !== '/home') history.replaceState(null, '', `/home${location.search}`)
  document.title = texts.title
  createRoot(place).render(
    <StrictMode>
      <LandingScreen appUrl={hostUrl('app')} year={new Date().getFullYear()} />
    </StrictMode>,
  )
}
