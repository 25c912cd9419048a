import { FormId, type TeamId } from '@throughline/contracts/ids'
import { limitForm } from '../src/areas/forms/access.service.ts'
import { changeIntake, putOnline } from '../src/areas/forms/drafts.service.ts'
import { createFormFrom, keepForm } from '../src/areas/forms/forms.service.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Cast } from './cast.ts'
import { STORY_FORMS, type StoryForm } from './story-forms.ts'

const relabelled = (form: StoryForm, id: string, label: string): StoryForm => ({
  ...form,
  elements: form.elements.map((one) => (one.id === id ? { ...one, label } : one)),
})

/** Forms as a firm of some years has them, with the people who made them. */
export async function seedForms(ctx: Context, cast: Cast, teams: ReadonlyMap<string, TeamId>) {
  const make = async (by: string, form: StoryForm) => {
    const viewer = await cast.viewer(by)
    return FormId.parse(await inTenant(ctx, viewer, (tx) => createFormFrom(tx, viewer, form)))
  }
  const publish = async (by: string, id: FormId, note = '') =>
    putOnline(ctx, await cast.viewer(by), id, { include_authors: [], note })
  const change = async (by: string, id: FormId, form: StoryForm) =>
    keepForm(ctx, await cast.viewer(by), id, form, undefined)
  const published = async (by: string, form: StoryForm) => {
    const id = await make(by, form)
    await publish(by, id)
    return id
  }

  await make('rafael', STORY_FORMS.contracts)
  const survey = await published('elena', STORY_FORMS.survey)
  await changeIntake(ctx, await cast.viewer('elena'), survey, { closed: true })
  const concern = await published('lena', STORY_FORMS.concern)
  const compliance = [...teams].filter(([name]) => name === 'Compliance').map(([, id]) => id)
  await limitForm(ctx, await cast.viewer('lena'), concern, {
    visibility: 'limited',
    team_ids: compliance,
    member_ids: [],
  })
  const suppliers = await published('jonas', STORY_FORMS.suppliers)
  const expenses = await published('hanna', STORY_FORMS.expenses)
  const intake = await published('priya', STORY_FORMS.intake)
  const second = relabelled(STORY_FORMS.intake, 'txa-1', 'Anything else we should know?')
  await change('priya', intake, second)
  await publish('priya', intake, 'Asks more politely')
  const shorter = { ...second, description: 'Tell us about your company. It takes about five minutes.' }
  await change('elena', intake, shorter)
  await change('priya', intake, relabelled(shorter, 'att-2', 'Annual accounts of the last year'))
  return { intake, expenses, suppliers, concern, survey }
}
