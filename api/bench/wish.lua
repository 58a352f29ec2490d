-- Price a selection with a coupon: nothing is stored, so each request may be the same.
wrk.method = "POST"
wrk.body = os.getenv("BENCH_WISH")
wrk.headers["Content-Type"] = "application/json"
