import type { CurrentUser } from '@throughline/contracts/auth'
import type { Organization } from '@throughline/contracts/org'
import { Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { can } from '../../../shared/current-user.ts'
import { Button } from '../../../ui/button.tsx'
import { texts } from '../org.texts.ts'
import { Columns, Frame, Rail } from './frame.tsx'
import { Identity } from './identity.tsx'
import { WorkingTime } from './working-time.tsx'

type ViewProfileProps = {
  user: CurrentUser
  organization: Organization
  /** Somebody comes back from the form and goes on at its button. */
  returned: boolean
  onEdit: () => void
}

export function ViewProfile({ user, organization, returned, onEdit }: ViewProfileProps) {
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (returned) edit.current?.focus()
  }, [returned])
  const button = can(user, 'org.manage') && (
    <Button ref={edit} variant="primary" icon={Pencil} onClick={onEdit}>
      {texts.edit}
    </Button>
  )
  return (
    <Frame user={user} actions={button}>
      <Columns
        main={
          <>
            <Identity organization={organization} />
            <WorkingTime organization={organization} />
          </>
        }
        rail={<Rail user={user} organization={organization} />}
      />
    </Frame>
  )
}
