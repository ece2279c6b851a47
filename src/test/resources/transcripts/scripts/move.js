use shop
show collections
sh.splitAt("shop.orders", {customerId: 450});
sh.moveChunk("shop.orders", {customerId: 420}, "s0");
print("owner of 420:", db.getSiblingDB("config").chunks.findOne({min: {customerId: 400}}).shard);
db.orders.find({customerId: 420})
