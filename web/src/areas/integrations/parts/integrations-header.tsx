import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { ReactNode } from 'react'
import { can } from '../../../shared/current-user.ts'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { headerTabs, tabLine } from '../../../ui/tab-style.ts'
import { spec, texts } from '../catalogue/catalogue.texts.ts'

type IntegrationsHeaderProps = {
  user: CurrentUser
  part: string
  /** What the part is for. */
  intro: string | undefined
  children?: ReactNode
}

/** The parts of Integrations as link tabs, each an address of its own. Secrets are no tab for those who can't see them. */
export function IntegrationsHeader({ user, part, intro, children }: IntegrationsHeaderProps) {
  const tabs = (
    <nav aria-label={texts.tabs.label} className={`${headerTabs} min-[760px]:ml-4`}>
      <Link to="/integrations" activeOptions={{ exact: true, includeSearch: false }} className={tabLine}>
        {texts.tabs.tools}
      </Link>
      <Link to="/integrations/models" activeOptions={{ exact: true }} className={tabLine}>
        {texts.tabs.models}
      </Link>
      {can(user, 'integrations.connect') && (
        <Link to="/integrations/secrets" activeOptions={{ exact: true }} className={tabLine}>
          {texts.tabs.secrets}
        </Link>
      )}
    </nav>
  )
  return (
    <>
      <ScreenHeader title={spec.title} part={part} tabs={tabs}>
        {children}
      </ScreenHeader>
      {intro && <p className="shrink-0 border-b px-4 py-2.5 text-sm text-fg-2">{intro}</p>}
    </>
  )
}
