// The service's tables, as numbered and named migrations. A released migration is never edited; a new one follows. Resources are stored as
// the JSON of their answers, next to the columns that queries use.

export interface Migration {
  number: number
  name: string
  sql: string
}

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'workshops, keys, limits, orders, production, events',
    sql: `
      CREATE TABLE workshop (
        id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, sandbox INTEGER NOT NULL,
        modules TEXT NOT NULL, departments TEXT NOT NULL, created_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;

      CREATE TABLE customer (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), number INTEGER NOT NULL, name TEXT NOT NULL,
        body TEXT NOT NULL, UNIQUE (workshop_id, number)
      ) STRICT;
      CREATE TABLE api_key (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
        environment TEXT NOT NULL, kind TEXT NOT NULL, customer_id TEXT REFERENCES customer (id), purpose TEXT NOT NULL,
        scopes TEXT NOT NULL, created_at TEXT NOT NULL, revoked_at TEXT
      ) STRICT;

      CREATE TABLE key_use (
        key_id TEXT PRIMARY KEY REFERENCES api_key (id), minute INTEGER NOT NULL, reads INTEGER NOT NULL, writes INTEGER NOT NULL,
        prices INTEGER NOT NULL, files INTEGER NOT NULL, day INTEGER NOT NULL, calls_of_day INTEGER NOT NULL,
        prices_of_day INTEGER NOT NULL, new_orders_of_day INTEGER NOT NULL, last_call_at TEXT NOT NULL, last_call TEXT NOT NULL
      ) STRICT;
      CREATE TABLE workshop_use (
        workshop_id TEXT PRIMARY KEY REFERENCES workshop (id), day INTEGER NOT NULL, calls_of_day INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE wrong_key (address TEXT PRIMARY KEY, started_at INTEGER NOT NULL, count INTEGER NOT NULL) STRICT;
      CREATE TABLE remembered_answer (
        key_id TEXT NOT NULL REFERENCES api_key (id), method TEXT NOT NULL, path TEXT NOT NULL, idempotency_key TEXT NOT NULL,
        content_hash TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, location TEXT, at INTEGER NOT NULL,
        PRIMARY KEY (key_id, method, path, idempotency_key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX remembered_answer_by_age ON remembered_answer (at);

      CREATE TABLE press_brake (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), name TEXT NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE TABLE work_order (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), is_test INTEGER NOT NULL, number INTEGER NOT NULL,
        number_display TEXT NOT NULL, status TEXT NOT NULL, customer_id TEXT REFERENCES customer (id), agreement_number TEXT,
        seeded INTEGER NOT NULL, forwarded_at TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, body TEXT NOT NULL,
        UNIQUE (workshop_id, is_test, number)
      ) STRICT;
      CREATE INDEX work_order_newest ON work_order (workshop_id, is_test, created_at, number);
      CREATE INDEX work_order_changed ON work_order (workshop_id, is_test, updated_at, number);
      CREATE TABLE bending_sheet (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), is_test INTEGER NOT NULL,
        order_id TEXT NOT NULL REFERENCES work_order (id), sheet_no INTEGER NOT NULL, press_brake_id TEXT, day TEXT,
        approval TEXT NOT NULL, bent INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL, reduced TEXT NOT NULL, entry TEXT NOT NULL,
        UNIQUE (order_id, sheet_no)
      ) STRICT;
      CREATE INDEX bending_sheet_progress ON bending_sheet (order_id, bent, approval);
      CREATE INDEX bending_sheet_by_day ON bending_sheet (workshop_id, is_test, day);

      CREATE TABLE event (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), livemode INTEGER NOT NULL, type TEXT NOT NULL,
        customer_id TEXT, body TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX event_of_workshop ON event (workshop_id, livemode, id);
    `,
  },
  {
    number: 2,
    name: 'catalogue and agreements',
    sql: `
      CREATE TABLE product (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), body TEXT NOT NULL
      ) STRICT;
      CREATE TABLE fitting (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), body TEXT NOT NULL
      ) STRICT;
      CREATE TABLE agreement (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), number TEXT NOT NULL, customer_id TEXT,
        body TEXT NOT NULL, UNIQUE (workshop_id, number)
      ) STRICT;
    `,
  },
  {
    number: 3,
    name: 'projects, attachments, the secret of their addresses',
    sql: `
      CREATE TABLE project (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), is_test INTEGER NOT NULL, number INTEGER NOT NULL,
        customer_id TEXT REFERENCES customer (id), body TEXT NOT NULL, UNIQUE (workshop_id, is_test, number)
      ) STRICT;
      CREATE TABLE attachment (
        id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES work_order (id) ON DELETE CASCADE, body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX attachment_of_order ON attachment (order_id);
      CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
    `,
  },
  {
    number: 4,
    name: 'numbers given once, timelines, and what lists show of orders',
    sql: `
      CREATE TABLE order_number (
        workshop_id TEXT NOT NULL REFERENCES workshop (id), is_test INTEGER NOT NULL, last INTEGER NOT NULL,
        PRIMARY KEY (workshop_id, is_test)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO order_number SELECT workshop_id, is_test, max(number) FROM work_order GROUP BY workshop_id, is_test;

      CREATE TABLE order_step (
        order_id TEXT NOT NULL REFERENCES work_order (id) ON DELETE CASCADE, no INTEGER NOT NULL, type TEXT NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (order_id, no)
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE work_order ADD COLUMN production TEXT NOT NULL DEFAULT '{"bendingSheets":0,"bent":0,"waitingForCustomer":0}';
      UPDATE work_order SET production = (
        SELECT json_object('bendingSheets', count(*), 'bent', coalesce(sum(bent), 0), 'waitingForCustomer', coalesce(sum(approval = 'awaiting'), 0))
        FROM bending_sheet WHERE order_id = work_order.id);
      CREATE TRIGGER bending_sheet_added AFTER INSERT ON bending_sheet BEGIN
        UPDATE work_order SET production = (
          SELECT json_object('bendingSheets', count(*), 'bent', coalesce(sum(bent), 0), 'waitingForCustomer', coalesce(sum(approval = 'awaiting'), 0))
          FROM bending_sheet WHERE order_id = new.order_id) WHERE id = new.order_id;
      END;
      CREATE TRIGGER bending_sheet_changed AFTER UPDATE OF bent, approval ON bending_sheet
      WHEN old.bent <> new.bent OR old.approval <> new.approval BEGIN
        UPDATE work_order SET production = (
          SELECT json_object('bendingSheets', count(*), 'bent', coalesce(sum(bent), 0), 'waitingForCustomer', coalesce(sum(approval = 'awaiting'), 0))
          FROM bending_sheet WHERE order_id = new.order_id) WHERE id = new.order_id;
      END;

      -- Every version of an order's response has a number, which is never used again.
      CREATE TABLE order_shown (last INTEGER NOT NULL) STRICT;
      INSERT INTO order_shown SELECT count(*) FROM work_order;
      ALTER TABLE work_order ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
      UPDATE work_order SET shown = (SELECT count(*) FROM work_order o WHERE o.rowid <= work_order.rowid);
      CREATE TRIGGER work_order_made AFTER INSERT ON work_order BEGIN
        UPDATE order_shown SET last = last + 1;
        UPDATE work_order SET shown = (SELECT last FROM order_shown) WHERE id = new.id;
      END;
      CREATE TRIGGER work_order_shown AFTER UPDATE OF body, production ON work_order BEGIN
        UPDATE order_shown SET last = last + 1;
        UPDATE work_order SET shown = (SELECT last FROM order_shown) WHERE id = new.id;
      END;
      DROP INDEX work_order_newest;
      DROP INDEX work_order_changed;
      CREATE INDEX work_order_newest ON work_order (workshop_id, is_test, created_at, number, shown) WHERE forwarded_at IS NULL;
      CREATE INDEX work_order_changed ON work_order (workshop_id, is_test, updated_at, number, shown) WHERE forwarded_at IS NULL;
    `,
  },
  {
    number: 5,
    name: 'long rows one behind the other',
    sql: `
      -- SQLite splits long rows in a tree of long keys: writing one takes four pages there, and one page in this table.
      DROP INDEX event_of_workshop;
      ALTER TABLE event RENAME TO event_before;
      CREATE TABLE event (
        id TEXT NOT NULL, workshop_id TEXT NOT NULL REFERENCES workshop (id), livemode INTEGER NOT NULL, type TEXT NOT NULL,
        customer_id TEXT, body TEXT NOT NULL, UNIQUE (workshop_id, livemode, id)
      ) STRICT;
      INSERT INTO event SELECT id, workshop_id, livemode, type, customer_id, body FROM event_before ORDER BY id;
      DROP TABLE event_before;

      DROP INDEX remembered_answer_by_age;
      ALTER TABLE remembered_answer RENAME TO remembered_before;
      CREATE TABLE remembered_answer (
        key_id TEXT NOT NULL REFERENCES api_key (id), method TEXT NOT NULL, path TEXT NOT NULL, idempotency_key TEXT NOT NULL,
        at INTEGER NOT NULL, content_hash TEXT NOT NULL, status INTEGER NOT NULL, location TEXT, body TEXT NOT NULL,
        UNIQUE (key_id, method, path, idempotency_key)
      ) STRICT;
      INSERT INTO remembered_answer
        SELECT key_id, method, path, idempotency_key, at, content_hash, status, location, body FROM remembered_before ORDER BY at;
      DROP TABLE remembered_before;

      -- A new order is inserted with its number, so that it is written once.
      DROP TRIGGER work_order_made;
      CREATE TRIGGER work_order_made AFTER INSERT ON work_order BEGIN
        UPDATE order_shown SET last = new.shown;
      END;
    `,
  },
  {
    number: 6,
    name: 'the shop, and what orders take from it',
    sql: `
      CREATE TABLE shop (workshop_id TEXT PRIMARY KEY REFERENCES workshop (id), body TEXT NOT NULL) STRICT;
      CREATE TABLE order_terms (
        order_id TEXT PRIMARY KEY REFERENCES work_order (id) ON DELETE CASCADE, body TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 7,
    name: 'payments',
    sql: `
      CREATE TABLE payment (
        id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES work_order (id) ON DELETE CASCADE, token_hash TEXT NOT NULL UNIQUE,
        expires_at INTEGER NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX payment_of_order ON payment (order_id);
    `,
  },
  {
    number: 8,
    name: 'invoices',
    sql: `
      CREATE TABLE invoice (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), is_test INTEGER NOT NULL, customer_id TEXT,
        kind TEXT NOT NULL, status TEXT NOT NULL, issued_at TEXT, due_date TEXT, gross_ore INTEGER, paid_at TEXT,
        credited_at TEXT, body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX invoice_issued ON invoice (workshop_id, is_test, issued_at);
      CREATE TABLE invoice_order (
        invoice_id TEXT NOT NULL REFERENCES invoice (id) ON DELETE CASCADE,
        order_id TEXT NOT NULL REFERENCES work_order (id) ON DELETE CASCADE, PRIMARY KEY (invoice_id, order_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX invoice_of_order ON invoice_order (order_id);
      CREATE TABLE invoice_number (
        workshop_id TEXT NOT NULL REFERENCES workshop (id), is_test INTEGER NOT NULL, last INTEGER NOT NULL,
        PRIMARY KEY (workshop_id, is_test)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    number: 9,
    name: 'webhooks: addresses, and what the workshop is told',
    sql: `
      -- Secrets are stored in plain text, because messages cannot be signed with a hash.
      CREATE TABLE webhook_address (
        id TEXT PRIMARY KEY, workshop_id TEXT NOT NULL REFERENCES workshop (id), url TEXT NOT NULL, is_test INTEGER NOT NULL,
        types TEXT NOT NULL, audience TEXT NOT NULL, customer_id TEXT REFERENCES customer (id), secret TEXT NOT NULL,
        old_secret TEXT, old_secret_until INTEGER, active INTEGER NOT NULL, failures INTEGER NOT NULL, seen_event TEXT NOT NULL,
        created_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX webhook_address_of_workshop ON webhook_address (workshop_id);
      CREATE TABLE notice (
        workshop_id TEXT NOT NULL REFERENCES workshop (id), at TEXT NOT NULL, text TEXT NOT NULL
      ) STRICT;
      CREATE INDEX notice_of_workshop ON notice (workshop_id);
    `,
  },
  {
    number: 10,
    name: 'webhooks: what is to be sent, and what came of it',
    sql: `
      -- A delivery that is no longer due has ended. It stores a body only if no event has it.
      CREATE TABLE webhook_delivery (
        id INTEGER PRIMARY KEY AUTOINCREMENT, address_id TEXT NOT NULL REFERENCES webhook_address (id) ON DELETE CASCADE,
        event_id TEXT NOT NULL, type TEXT NOT NULL, body TEXT, attempts INTEGER NOT NULL, due_at INTEGER, last_try INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX webhook_delivery_due ON webhook_delivery (address_id, due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX webhook_delivery_ended ON webhook_delivery (address_id) WHERE due_at IS NULL;
      CREATE INDEX webhook_delivery_tried ON webhook_delivery (address_id, id) WHERE attempts > 0;
      CREATE TABLE webhook_attempt (
        delivery_id INTEGER NOT NULL REFERENCES webhook_delivery (id) ON DELETE CASCADE, attempt INTEGER NOT NULL,
        at TEXT NOT NULL, status INTEGER, failure TEXT, answer TEXT NOT NULL, PRIMARY KEY (delivery_id, attempt)
      ) STRICT;
    `,
  },
  {
    number: 11,
    name: 'sandboxes from one-time links',
    sql: `
      CREATE TABLE sandbox (
        workshop_id TEXT PRIMARY KEY REFERENCES workshop (id), email TEXT NOT NULL UNIQUE, made_at TEXT NOT NULL,
        used_at TEXT NOT NULL, notice_id TEXT, noticed_at TEXT
      ) STRICT;
      -- Only the hash of a link is stored. A request without a hash: the address was told that it has a sandbox.
      CREATE TABLE sandbox_ask (
        id TEXT PRIMARY KEY, email TEXT NOT NULL, asker TEXT, at TEXT NOT NULL, token_hash TEXT UNIQUE, replaces TEXT,
        used INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX sandbox_ask_of_email ON sandbox_ask (email, at);
      CREATE INDEX sandbox_ask_by_age ON sandbox_ask (at);
      CREATE TABLE sandbox_mail (
        id TEXT PRIMARY KEY, email TEXT NOT NULL, news TEXT NOT NULL, at TEXT NOT NULL, until TEXT NOT NULL,
        due_at TEXT NOT NULL, attempts INTEGER NOT NULL
      ) STRICT;
      -- Customers are deleted with their sandbox, and SQLite then looks for the orders of each.
      CREATE INDEX IF NOT EXISTS work_order_of_customer ON work_order (customer_id) WHERE customer_id IS NOT NULL;
    `,
  },
  {
    number: 12,
    name: 'whom an invoice is for and what was paid of it online; links that a newer one replaced',
    sql: `
      -- The figures when the invoice was sent, which its PDF always shows. An invoice from before this table has none.
      CREATE TABLE invoice_issue (
        invoice_id TEXT PRIMARY KEY REFERENCES invoice (id) ON DELETE CASCADE, prepaid_ore INTEGER NOT NULL, buyer TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE replaced_link (
        token_hash TEXT PRIMARY KEY, payment_id TEXT NOT NULL REFERENCES payment (id) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX replaced_link_of_payment ON replaced_link (payment_id);
    `,
  },
  {
    number: 13,
    name: 'the seller, and what the documents of an invoice state',
    sql: `
      CREATE TABLE seller (workshop_id TEXT PRIMARY KEY REFERENCES workshop (id), body TEXT NOT NULL) STRICT;
      -- Seller, buyer and deliveries when the invoice was sent. An invoice from before this table has none.
      CREATE TABLE invoice_document (
        invoice_id TEXT PRIMARY KEY REFERENCES invoice (id) ON DELETE CASCADE, body TEXT NOT NULL
      ) STRICT;
    `,
  },
]
