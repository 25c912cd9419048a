import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { browserZone } from '../../../shared/format/moments.ts'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { useOrganizationChanges } from '../org.api.ts'
import { spec, texts } from '../org.texts.ts'
import { zoneOptions } from '../parts/zones.ts'
import { checkProfile, EMPTY_PROFILE, type Profile, withScheme } from './draft.ts'
import { Frame } from './frame.tsx'
import { LogoRow } from './logo-row.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { useLogoUpload } from './use-logo-upload.ts'
import { useErrors, withFieldErrors } from './use-profile-form.ts'

type ChosenLogo = { picture: Blob; fileName: string; url: string }

/** A person's own workspace becomes the organisation. Its logo is kept here until there is one to give it to. */
export function CreateProfile({ onDone }: { onDone: () => void }) {
  const { form, errors, show, forget } = useErrors()
  const { create, enter, refresh } = useOrganizationChanges()
  const upload = useLogoUpload()
  const [values, setValues] = useState(EMPTY_PROFILE)
  const [zone, setZone] = useState(browserZone)
  const zones = useMemo(() => zoneOptions(zone), [zone])
  const [logo, setLogo] = useState<ChosenLogo>()
  const { busy: saving, run } = useAct()
  const busy = saving !== undefined
  const leaving = useUnsavedGuard(logo !== undefined || values !== EMPTY_PROFILE)
  useEffect(() => () => logo && URL.revokeObjectURL(logo.url), [logo])

  const change = (part: Partial<Profile>) => {
    setValues((last) => ({ ...last, ...part }))
    forget(Object.keys(part))
  }
  const send = async () => {
    const { industry, size } = values
    if (industry === null || size === null) return
    const website = withScheme(values.website)
    const organization = await create({ ...values, industry, size, website, time_zone: zone })
    if (logo) await upload.send(organization.id, logo.picture, logo.fileName)
    onDone()
    await enter(logo ? await refresh(organization.id) : organization)
  }
  const submit = () => run({ call: () => withFieldErrors(send, show), done: spec.saved, failed: spec.saveFailed })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !show(checkProfile(values))) void submit()
  }
  return (
    <Frame>
      <div className="mx-auto max-w-190 px-4 py-6 min-[760px]:p-8">
        <h2 className="text-2xl tracking-(--track-tighter)">{texts.create.title}</h2>
        <p className="mt-1.5 text-md text-fg-2">{texts.create.note}</p>
        <form ref={form} onSubmit={onSubmit} noValidate aria-busy={busy} className="mt-6">
          <Card>
            <LogoRow
              name={values.name}
              url={logo?.url ?? null}
              upload={upload.upload}
              onLogo={(picture, fileName) => setLogo({ picture, fileName, url: URL.createObjectURL(picture) })}
            />
            <ProfileFields
              values={values}
              errors={errors}
              onChange={change}
              namePlaceholder={texts.create.namePlaceholder}
            >
              <Field label={texts.zone.title} hint={texts.zone.hint} className="@md:col-span-2">
                <ComboboxOne items={zones} value={zone} onChange={setZone} />
              </Field>
            </ProfileFields>
          </Card>
          <div className="mt-5 flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={busy}>
              {texts.create.submit}
            </Button>
            <span className="text-fg-3">{texts.create.after}</span>
          </div>
        </form>
      </div>
      <DiscardDialog leaving={leaving}>{texts.discardNote}</DiscardDialog>
    </Frame>
  )
}
