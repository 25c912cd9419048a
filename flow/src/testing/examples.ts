/** Two workflows as a person would write them. */
export const invoice = `{ "name": "Invoice approval", "prefix": "INV", "type": "sequential", "metadata": { "version": "1.0", "category": "finance" }, "start_step": "enter",
  "steps": {
    "enter": { "id": "enter", "type": "manual", "name": "Enter invoice", "next": ["size"], "assignee": { "starter": true }, "due": { "in": "1bd" },
      "fields": [ { "name": "vendor", "type": "text", "label": "Vendor", "required": true },
                  { "name": "amount", "type": "currency", "label": "Amount", "required": true, "min": 0 },
                  { "name": "scan", "type": "file", "label": "Invoice", "required": true } ] },
    "size": { "id": "size", "type": "condition", "name": "Over 5,000?", "next": ["board", "lead"],
      "branches": [ { "when": "vars.amount > 5000", "next": ["board"] } ], "else": ["lead"] },
    "lead": { "id": "lead", "type": "approval", "name": "Team lead", "next": ["pay"], "approvers": [ { "role": "Manager" } ], "rule": "first", "order": "at_once",
      "on_changes": { "next": ["enter"] } },
    "board": { "id": "board", "type": "approval", "name": "Two of three directors", "next": ["pay"], "rule": 2, "order": "at_once",
      "approvers": [ { "person": "u_ana" }, { "person": "u_ben" }, { "person": "u_chi" } ], "on_reject": { "next": ["enter"] },
      "due": { "in": "3bd" }, "escalation": [ { "from": "due", "after": "-1d", "act": "remind" } ], "output": { "decision": "board_decision" } },
    "pay": { "id": "pay", "type": "tool", "name": "Pay", "next": [], "tool_id": "bank", "input": { "parameters": { "to": "{{vars.vendor}}", "sum": "{{vars.amount}}" } },
      "output": { "payment_id": "string" }, "retry": { "attempts": 5, "first": "10s", "factor": 2, "max": "1h" }, "on_failure": { "next": ["by_hand"] } },
    "by_hand": { "id": "by_hand", "type": "manual", "name": "Pay by hand", "next": [], "fields": [], "assignee": { "team": "accounting" }, "end_outcome": "paid_by_hand" } } }`

export const onboarding = `{ "name": "Employee onboarding", "prefix": "ONB", "type": "parallel", "metadata": { "version": "1.0", "category": "hr" }, "start_step": "details",
  "steps": {
    "details": { "id": "details", "type": "manual", "name": "Details", "next": ["accounts", "laptop", "papers", "first_day"], "assignee": { "role": "HR" },
      "fields": [ { "name": "person_name", "type": "text", "label": "Name", "required": true }, { "name": "starts_on", "type": "date", "label": "First day", "required": true },
                  { "name": "manager", "type": "person", "label": "Manager", "required": true } ] },
    "accounts": { "id": "accounts", "type": "tool", "name": "Create accounts", "next": ["welcome"], "tool_id": "directory", "output": { "login": "string" }, "on_failure": { "next": ["accounts_by_hand"] } },
    "accounts_by_hand": { "id": "accounts_by_hand", "type": "manual", "name": "Create accounts by hand", "next": ["welcome"], "assignee": { "team": "it" },
      "fields": [ { "name": "login", "type": "text", "label": "Login", "required": true } ] },
    "laptop": { "id": "laptop", "type": "subworkflow", "name": "Order a laptop", "next": ["welcome"], "workflow_id": "wf_purchase", "input": { "what": "Laptop", "for_whom": "{{vars.person_name}}" }, "output": { "asset_tag": "tag" } },
    "papers": { "id": "papers", "type": "manual", "name": "Collect papers", "next": ["contract"], "assignee": { "role": "HR" }, "fields": [ { "name": "contract_file", "type": "file", "label": "Contract", "required": true } ] },
    "contract": { "id": "contract", "type": "approval", "name": "Contract", "next": ["welcome"], "rule": "all", "order": "in_order", "approvers": [ { "expr": "vars.manager" }, { "role": "Owner" } ], "on_reject": { "next": ["papers"] } },
    "first_day": { "id": "first_day", "type": "wait", "name": "Until the first day", "next": ["welcome"], "until": "addBusinessDays(vars.starts_on, -1)" },
    "welcome": { "id": "welcome", "type": "manual", "name": "Welcome", "next": [], "fields": [], "assignee": { "expr": "vars.manager" } } } }`
