import type { TemplateSort } from '@throughline/contracts/templates'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { templates } from '@throughline/flow/templates'
import { rankOf } from './template-order.ts'
import { wireOf } from './template-wire.ts'

/** The templates that every workspace has. How often each was used is counted per workspace, under this name. */
export const READY_MADE_USES = 'template.uses'

const byId = new Map(templates.map((template) => [template.id, template]))

export const readyMade = (id: string): FlowDoc | undefined => byId.get(id)

const tagsOf = ({ metadata: { tags } }: FlowDoc): string[] =>
  Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []

/** Ids that stand before all that the database gives, so that both kinds have one order. */
const positionId = (n: number) => `00000000-0000-1000-8000-${String(n).padStart(12, '0')}`

export const readyMadePositions = (
  uses: ReadonlyMap<string, number>,
  sort: TemplateSort,
  category: string | undefined,
) =>
  templates
    .map((template, n) => ({ template, n, used: uses.get(template.id) ?? 0 }))
    .filter(({ template }) => category === undefined || template.metadata.category === category)
    .map(({ template, n, used }) => ({
      place: {
        rank: rankOf(sort, { uses: used, stepCount: Object.keys(template.steps).length }),
        nameKey: template.name.toLowerCase(),
        id: positionId(n),
      },
      template: wireOf(template, {
        id: template.id,
        category: template.metadata.category,
        tags: tagsOf(template),
        uses: used,
        own: false,
      }),
    }))
