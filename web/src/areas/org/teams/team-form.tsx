import { useQueryClient } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { type FormEvent, useId, useRef, useState } from 'react'
import { isStale, reasonOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { teamsQuery } from '../teams.api.ts'
import { spec, texts } from '../teams.texts.ts'
import type { TeamActs } from './use-team-acts.ts'

const formTexts = texts.form

type TeamFormProps = { orgId: TenantId; team?: Team | undefined; acts: TeamActs; onClose: () => void }
type Problem = { tone: 'danger' | 'warning'; title: string; text: string | undefined }

/** Somebody else's newer name and description are shown before they are replaced. */
function useTeamForm({ orgId, team, acts, onClose }: TeamFormProps) {
  const queries = useQueryClient()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(team?.name ?? '')
  const [description, setDescription] = useState(team?.description ?? '')
  const [version, setVersion] = useState(team?.version ?? 0)
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)

  const explain = async (failure: unknown) => {
    const title = team ? formTexts.saveFailed : spec.addFailed
    if (!team || !isStale(failure)) return setProblem({ tone: 'danger', title, text: reasonOf(failure) })
    const teams = await queries.fetchQuery({ ...teamsQuery(orgId), staleTime: 0 })
    const newest = teams.find(({ id }) => id === team.id)
    if (newest) setVersion(newest.version)
    setProblem({
      tone: 'warning',
      title: newest ? formTexts.changedMeanwhile : formTexts.gone,
      text: newest && formTexts.newestIs(newest.name, newest.description),
    })
  }
  const save = async () => {
    const fields = { name: name.trim(), description: description.trim() }
    setBusy(true)
    setProblem(undefined)
    try {
      if (team) await acts.calls.update(team.id, { ...fields, version })
      else await acts.calls.add(fields)
      toast.success((team ? formTexts.saved : formTexts.added)(fields.name))
      void acts.refresh()
      onClose()
    } catch (failure) {
      await explain(failure).catch(() => setProblem({ tone: 'danger', title: formTexts.saveFailed, text: undefined }))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setError(name.trim() ? undefined : formTexts.enterName)
    if (name.trim()) void save()
    else nameField.current?.focus()
  }
  return { nameField, name, setName, description, setDescription, error, problem, busy, submit }
}

/** Adds a team, or changes one. */
export function TeamForm(props: TeamFormProps) {
  const { team, onClose } = props
  const form = useId()
  const { nameField, name, setName, description, setDescription, error, problem, busy, submit } = useTeamForm(props)
  return (
    <Dialog
      onClose={onClose}
      title={team ? formTexts.editTitle : spec.add}
      note={team ? undefined : formTexts.addNote}
      action={{ label: team ? formTexts.save : formTexts.add, type: 'submit', form, busy }}
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4">
        {problem && (
          <Banner tone={problem.tone} title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <Field label={formTexts.name} error={error}>
          <Input
            ref={nameField}
            required
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={formTexts.description} optional>
          <Textarea
            rows={3}
            maxLength={2000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
