import { Form, type FormRow, FormRow as Row } from '@throughline/contracts/forms'

export const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

const head = (last: number, title: string) => ({
  id: id(last),
  title,
  created_at: '2026-04-02T09:00:00Z',
  updated_at: '2026-11-01T09:00:00Z',
  status: 'active',
  closed: null,
  submission_count: 0,
  last_response_at: null,
  workflow_ids: [],
  starts: [],
  current_version: 1,
  access: { visibility: 'everyone', teams: [], people: [] },
  deleted_at: null,
})

export const row = (last: number, title: string, more: Partial<FormRow> = {}): FormRow =>
  Row.parse({ ...head(last, title), draft_changes: 0, ...more })

export const page = (
  rows: readonly FormRow[],
  counts: Partial<Record<'all' | 'active' | 'closed' | 'draft', number>> = {},
) => ({
  body: {
    status: 'all',
    data: rows,
    counts: { all: rows.length, active: 0, closed: 0, draft: 0, ...counts },
    pagination: { next_cursor: null },
  },
})

export const FORM = id(700)

export const form = (more: Partial<Form> = {}): Form =>
  Form.parse({
    ...head(700, 'New client intake'),
    description: 'Tell us about your company.',
    elements: [
      { id: 'txt-1', type: 'textbox', label: 'Legal name', required: true },
      { id: 'sel-1', type: 'dropdown', label: 'Country', options: ['Netherlands', 'Portugal'] },
    ],
    settings: { submitButtonText: 'Submit' },
    header_banner_document_id: null,
    headerBanner: null,
    version: 3,
    changed_by: null,
    draft: null,
    closes_at: null,
    closes_after: null,
    retention_days: null,
    limits: { files: 20, megabytes: 100, megabytes_a_day: 2048 },
    public_url: `https://app.example/public/forms/${FORM}`,
    ...more,
  })
