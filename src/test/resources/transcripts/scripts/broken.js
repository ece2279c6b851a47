print("before");
const shard = "s9";
if (shard) {
  sh.moveChunk("shop.orders", {customerId: 420},
    shard);
}
print("never");
