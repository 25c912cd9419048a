import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { spec, texts } from '../members.texts.ts'

export function NoOrganization({ icon, title }: { icon: LucideIcon; title: string }) {
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={title} />
      <div className="grid flex-1 place-items-center pb-24">
        <Empty
          icon={icon}
          title={spec.noOrganization}
          hint={texts.noOrganizationHint}
          action={
            <Link to="/org-profile" className={buttonClass({ variant: 'primary' })}>
              {texts.toOrganization}
            </Link>
          }
        />
      </div>
    </div>
  )
}
