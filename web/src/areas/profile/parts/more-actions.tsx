import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import type { TenantId } from '@throughline/contracts/ids'
import type { Profile } from '@throughline/contracts/profile'
import { useState } from 'react'
import { can } from '../../../shared/current-user.ts'
import { dateText } from '../../../shared/format/time.ts'
import { useAct } from '../../../shared/use-act.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { leave, reasonNotSaved } from '../profile.api.ts'
import { spec, texts } from '../profile.texts.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'

const moreTexts = texts.more

/** In an organisation the account belongs to its people: leaving it takes the place of deleting. */
export function MoreActions({ user, profile }: { user: CurrentUser; profile: Profile }) {
  return (
    <Card title={moreTexts.title} tone="danger">
      {user.organization_id === null ? (
        <Delete profile={profile} />
      ) : (
        <div className="divide-y">
          {can(user, 'tasks.work') && <HandOver user={user} orgId={user.organization_id} />}
          <Leave user={user} orgId={user.organization_id} />
        </div>
      )}
    </Card>
  )
}

function HandOver({ user, orgId }: { user: CurrentUser; orgId: TenantId }) {
  const [asking, setAsking] = useState(false)
  return (
    <Line title={moreTexts.handOver} text={moreTexts.handOverNote}>
      <Button onClick={() => setAsking(true)}>{moreTexts.handOverButton}</Button>
      {asking && <HandOverDialog orgId={orgId} self={user.member_id} onClose={() => setAsking(false)} />}
    </Line>
  )
}

function Leave({ user, orgId }: { user: CurrentUser; orgId: TenantId }) {
  const [asking, setAsking] = useState(false)
  const { run } = useAct({ reasonOf })
  const organization = user.tenant_name
  const goAway = async () => {
    const isDone = await run({ call: () => leave(orgId), failed: moreTexts.notLeft })
    // The session goes on in another workspace: loaded anew, nothing of this one stays in the page.
    if (isDone) location.replace('/home')
  }
  return (
    <Line title={moreTexts.leave(organization)} text={moreTexts.leaveNote}>
      <DangerButton onClick={() => setAsking(true)}>{moreTexts.leaveButton}</DangerButton>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={moreTexts.leave(organization)}
        confirmLabel={moreTexts.leaveButton}
        onConfirm={goAway}
      >
        {moreTexts.leaveNote}
      </AlertDialog>
    </Line>
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.code === CODES.lastOwner) return moreTexts.lastOwner
  return reasonNotSaved(error)
}

function Delete({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false)
  const planned = profile.deletes_at !== null
  return (
    <Line
      title={spec.deleteAccount}
      text={
        profile.deletes_at === null
          ? moreTexts.deleteNote
          : moreTexts.planned(dateText(profile.deletes_at, profile.time_zone))
      }
    >
      {!planned && <DangerButton onClick={() => setAsking(true)}>{spec.deleteAccount}</DangerButton>}
      {asking && <DeleteDialog profile={profile} onClose={() => setAsking(false)} />}
    </Line>
  )
}

function Line({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-4 px-5 py-3">
      <div className="min-w-48 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-xs text-fg-3">{text}</p>
      </div>
      {children}
    </div>
  )
}

const DangerButton = (props: React.ComponentProps<typeof Button>) => (
  <Button {...props} className="border-danger-line! text-danger-fg! hover:bg-danger-bg!" />
)
