// Makes the orders of the benchmark and inserts them; runs in mongosh too.
const STATUS = ['new', 'paid', 'packed', 'shipped', 'delivered', 'returned', 'cancelled', 'lost'];
const T0 = Date.UTC(2024, 0, 1);
function rng(seed) { let s = seed >>> 0; return () => { s ^= s << 13; s >>>= 0; s ^= s >>> 17; s ^= s << 5; s >>>= 0; return s; }; }
const r = rng(42);
let batch = [];
for (let i = 0; i < 100000; i++) {
  const customerId = r() % 10000;
  const orderDate = new Date(T0 + (r() % 31536000) * 1000);
  const status = STATUS[r() % 8];
  const items = [];
  let cents = 0;
  for (let k = 0; k < 3; k++) {
    const sku = 'S' + (1000 + r() % 500), qty = 1 + r() % 5, p = 100 + r() % 9900;
    cents += qty * p;
    items.push({ sku, qty, price: p / 100 });
  }
  batch.push({ _id: i, customerId, orderDate, status, total: cents / 100, items });
  if (batch.length === 1000) { db.bulk.insertMany(batch); batch = []; }
}
print(db.bulk.countDocuments({}));
