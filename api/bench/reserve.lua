-- Each request is a visitor of its own: another secret, key, name and day.
local days = {}
for day in os.getenv("BENCH_DAYS"):gmatch("%S+") do days[#days + 1] = day end
local count = 0
local round = os.getenv("BENCH_ROUND")

local body = [[{"customerData":{"name":"Ada Lovelace","email":"b%s-%d@example.org","phone":"(713) 555-%04d"},
"wizardData":{"version":"1.0","wizard":{"id":"%s-%08d"},
"location":{"address":{"formatted":"25 Grogans Mill Rd, The Woodlands, TX 77380, USA"},
"coverage":{"zip_code":"77380"},"distance":{"band":"close","max_distance_ft":25}},
"generator":{"choice":"buy_here","product":{"model_number":"7043"}},
"scheduling":{"selected_date":"%s","selected_time_window":{"id":"morning"}}},
"paymentData":{"scheduling_fee":{"amount_cents":10000,"status":"pending"}}}]]

function request()
  count = count + 1
  local headers = {
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = string.format("bench-%s-%08d-key", round, count),
    ["Cookie"] = string.format("wz=%043d", tonumber(round) * 1000000 + count),
  }
  local day = days[count % #days + 1]
  return wrk.format("POST", nil, headers,
    string.format(body, round, count, count % 10000, round, count, day))
end
