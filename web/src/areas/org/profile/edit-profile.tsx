import type { CurrentUser } from '@throughline/contracts/auth'
import type { Organization } from '@throughline/contracts/org'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { useOrganizationChanges } from '../org.api.ts'
import { texts } from '../org.texts.ts'
import { Columns, Frame, Rail } from './frame.tsx'
import { LogoRow } from './logo-row.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { useLogoUpload } from './use-logo-upload.ts'
import { useProfileForm } from './use-profile-form.ts'
import { WorkingTimeForm } from './working-time-form.tsx'

const FORM = 'org-profile-form'

type EditProfileProps = { user: CurrentUser; organization: Organization; onDone: () => void }

export function EditProfile({ user, organization, onDone }: EditProfileProps) {
  const { form, draft, errors, busy, conflict, unsaved, change, takeLatest, submit } = useProfileForm(
    organization,
    onDone,
  )
  const { refresh } = useOrganizationChanges()
  const { upload, send } = useLogoUpload()
  const [canceling, setCanceling] = useState(false)
  const leaving = useUnsavedGuard(unsaved)
  useSaveKey(form)
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [form])

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (unsaved) void submit()
    else onDone()
  }
  const changeLogo = async (logo: Blob, fileName: string) => {
    if (await send(organization.id, logo, fileName)) await refresh(organization.id)
  }
  const actions = (
    <>
      <output className="mr-2 text-fg-2 max-[759px]:sr-only">{unsaved && <UnsavedMark />}</output>
      <Button onClick={() => (unsaved ? setCanceling(true) : onDone())}>{texts.cancel}</Button>
      <Button type="submit" form={FORM} variant="primary" kbd={modKey('S')} busy={busy}>
        {texts.save}
      </Button>
    </>
  )
  return (
    <Frame user={user} actions={actions} crowded>
      <Columns
        main={
          <form ref={form} id={FORM} onSubmit={onSubmit} noValidate aria-busy={busy} className="space-y-5">
            {conflict && <ConflictNotice onReload={takeLatest} />}
            <Card>
              <LogoRow
                name={organization.name}
                url={organization.logo_url}
                upload={upload}
                onLogo={(logo, fileName) => void changeLogo(logo, fileName)}
              />
              <ProfileFields values={draft} errors={errors} onChange={change} />
            </Card>
            <WorkingTimeForm values={draft} errors={errors} onChange={change} />
          </form>
        }
        rail={<Rail user={user} organization={organization} />}
      />
      <DiscardDialog
        canceling={canceling}
        leaving={leaving}
        onStay={() => setCanceling(false)}
        onDiscard={() => canceling && onDone()}
      >
        {texts.discardNote}
      </DiscardDialog>
    </Frame>
  )
}

/** Comes into sight wherever in the form the person is. */
function ConflictNotice({ onReload }: { onReload: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'center' })
  }, [])
  return (
    <div ref={place}>
      <Banner
        tone="warning"
        title={texts.stale}
        action={
          <Button size="sm" onClick={onReload}>
            {texts.reload}
          </Button>
        }
      >
        {texts.staleNote}
      </Banner>
    </div>
  )
}

const UnsavedMark = () => (
  <span className="inline-flex items-center gap-2 whitespace-nowrap">
    <span aria-hidden className="size-1.5 rounded-full bg-warning-mark" />
    {texts.unsaved}
  </span>
)

function useSaveKey(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!hasMod(event) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [form])
}
